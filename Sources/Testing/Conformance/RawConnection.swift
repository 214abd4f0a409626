import SaybusBus
import SaybusMessages
import SaybusSupport
import SaybusZeroMQ
import Synchronization

/// A bus connection without the services of `Bus`. It delivers every message, including repeated and malformed ones,
/// and sends any frames, without an outbox.
///
/// `Bus` would drop repeated and stale messages, which the checks must see.
final class RawConnection: Sendable {
    /// The source of the run's own messages.
    static let source = Source(role: Role("conform"), instance: "kit")!

    let journal = Journal()
    let run = UInt32.random(in: 1...UInt32.max)
    private let publisher: Mutex<PublisherSocket?>
    private let sequences = Mutex<[Topic: Int]>([:])
    private let wakeUp: WakeUp
    private let isClosing: Watched<Bool>
    private let thread: WorkerThread

    /// Connects, and subscribes to everything.
    /// - Parameter handler: Called with every message, on the thread of the connection, after the journal has it.
    init(at address: BusAddress, handler: @escaping @Sendable (RawMessage) -> Void) throws(ZeroMQError) {
        let context = try Context()
        var subscriber = try SubscriberSocket(context)
        try Self.configure(&subscriber)
        try subscriber.connect(address.subscribeEndpoint)
        try subscriber.subscribe([])
        var publisher = try PublisherSocket(context)
        try Self.configure(&publisher)
        try publisher.connect(address.publishEndpoint)
        self.publisher = Mutex(publisher)
        let wakeUp = try WakeUp()
        let isClosing = Watched(false)
        let journal = journal
        let parts = Mutex<SubscriberSocket?>(subscriber)
        thread = WorkerThread(name: "conform-wire") {
            parts.withLock { $0.take() }?.listen(wakeUp, isClosing) { frames in
                do throws(MessageError) {
                    let message = try RawMessage(frames: frames)
                    journal.add(.message(message))
                    handler(message)
                } catch {
                    journal.add(.malformed(error))
                }
            }
            context.terminate()
        }
        self.wakeUp = wakeUp
        self.isClosing = isClosing
    }

    /// Closes the connection; blocks for half a second at most.
    func close() {
        publisher.withLock { $0 = nil }
        isClosing.change { $0 = true }
        wakeUp.signal()
        thread.join()
    }

    /// Makes a message with the next sequence number, without sending it. All messages of a kind have one source.
    func message<Body: BusMessage>(
        _ body: Body, session: Session = .default, turn: TurnID? = nil, causes: [MessageID] = [],
        deadline: Int64? = nil, source: Source = RawConnection.source
    ) throws -> RawMessage {
        var header = Header(
            kind: Body.kind, session: session, turn: turn, source: source, run: run, sequence: 0, causes: causes,
            deadline: deadline, retain: Body.isRetained)
        let bytes = try body.wire(header: &header)
        header.sequence = sequences.withLock { sequences in
            defer { sequences[header.topic, default: 0] += 1 }
            return sequences[header.topic, default: 0]
        }
        return RawMessage(header: header, body: bytes)
    }

    /// Sends messages as they are, for the first time or again.
    func send(_ messages: [RawMessage]) throws {
        try publisher.withLock { publisher in
            for message in messages { try publisher?.send(message.frames) }
        }
    }

    /// Sends frames as they are.
    func send(frames: [[UInt8]]) throws {
        try publisher.withLock { publisher in _ = try publisher?.send(frames) }
    }

    /// Waits until a message of this connection comes back from the broker. From then on, all messages of stages
    /// arrive.
    func waitUntilConnected(within time: Duration) async throws {
        let end = ContinuousClock.now + time
        while ContinuousClock.now < end {
            let probe = try message(Barrier(attempt: 0), session: Session(rawValue: "conform.kit.\(run)") ?? .default)
            let place = journal.count
            try send([probe])
            let id = probe.header.id
            if await journal.first(from: place, within: .milliseconds(20), where: { $0.header.id == id }) != nil {
                return
            }
        }
        throw ConformanceError(.broken, "the trial's own broker does not answer")
    }

    private static func configure<Role>(_ socket: inout Socket<Role>) throws(ZeroMQError) {
        try socket.set(.sendHighWaterMark(50_000))
        try socket.set(.receiveHighWaterMark(50_000))
        try socket.set(.reconnectInterval(milliseconds: 20))
        try socket.set(.maximumReconnectInterval(milliseconds: 100))
    }
}

extension SubscriberSocket {
    /// Hands all messages to the handler until the connection is closed.
    fileprivate consuming func listen(_ wakeUp: WakeUp, _ isClosing: Watched<Bool>, _ handler: ([[UInt8]]) -> Void) {
        do {
            while !isClosing.value {
                var items = [wakeUp.pollItem, pollItem(.readable)]
                try poll(&items, milliseconds: nil)
                while let frames = try receive() { handler(frames) }
            }
        } catch {
            // The ZeroMQ context has been shut down: no more messages arrive.
        }
    }
}
