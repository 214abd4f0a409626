import Glibc
import SaybusExternalEngines
import Synchronization

/// A connection to a Wyoming peer, on which one task receives while others send. Each direction has a queue of its own
/// for its blocking calls.
final class WyomingPeer: Sendable {
    /// The time between two events of a peer that says nothing.
    static let idleTime = Duration.seconds(600)
    /// The time for the first event of a connection.
    static let firstTime = Duration.seconds(15)
    /// The time between two events while the peer sends sound for a request.
    static let busyTime = Duration.seconds(10)
    /// The time for the rest of an event that has begun to arrive, and for one that is sent.
    static let eventTime = Duration.seconds(10)

    /// The peer's name in messages.
    let name: String

    /// The peer's machine, the address without the port.
    var host: Substring { name.lastIndex(of: ":").map { name[..<$0] } ?? name[...] }

    private let descriptor: Int32
    private let input: Direction
    private let output: Direction
    private let state = Mutex(State())

    private struct State {
        var activity = PeerActivity(heard: .now)
        var isClosed = false
    }

    /// One direction of the connection.
    ///
    /// Unchecked: only closures on its serial queue touch the stream.
    private final class Direction: @unchecked Sendable {
        let queue: BlockingQueue
        var stream: SocketStream

        init(_ stream: consuming SocketStream, _ label: String) {
            self.stream = stream
            queue = BlockingQueue(label: label)
        }
    }

    /// Takes ownership of a connected socket.
    /// - Throws: ``EngineFailure`` when this process has no descriptor left.
    init(taking descriptor: Int32, name: String) throws(EngineFailure) {
        let second = fcntl(descriptor, F_DUPFD_CLOEXEC, 0)
        guard second >= 0 else {
            Glibc.close(descriptor)
            throw EngineFailure(.unreachable, "\(name): no descriptor is left for it")
        }
        (self.name, self.descriptor) = (name, descriptor)
        input = Direction(SocketStream(taking: descriptor, name: name), "saybus.wyoming.input")
        output = Direction(SocketStream(taking: second, name: name), "saybus.wyoming.output")
    }

    /// Connects to a server, such as a satellite.
    /// - Throws: ``EngineFailure`` with code `unreachable` or `timeout`.
    static func connect(to address: SocketAddress, within time: Duration) async throws(EngineFailure) -> WyomingPeer {
        try await BlockingQueue(label: "saybus.wyoming.connect").run { () throws(EngineFailure) in
            let stream = try SocketConnector.connect(address, before: .now + time)
            return try WyomingPeer(taking: stream.duplicate(), name: "\(address)")
        }
    }

    /// The request that goes on, and the time of the last event.
    var activity: PeerActivity { state.withLock { $0.activity } }

    /// Records whether a request goes on.
    func record(_ request: PeerActivity.Request) { state.withLock { $0.activity.request = request } }

    /// Records whether a request goes on. Nothing else is recorded while that is found out.
    func record(_ request: () -> PeerActivity.Request) { state.withLock { $0.activity.request = request() } }

    /// Waits for the first byte of an event, or for the end of the connection.
    /// - Returns: False when neither has come in this time.
    func hasInput(within time: Duration) async -> Bool {
        let (input, descriptor) = (input, descriptor)
        let result = try? await input.queue.run { () throws(EngineFailure) -> Bool in
            input.stream.hasInput || Self.hasInput(descriptor, within: time)
        }
        return result ?? false
    }

    private static func hasInput(_ descriptor: Int32, within time: Duration) -> Bool {
        var poll = pollfd(fd: descriptor, events: Int16(POLLIN), revents: 0)
        return Glibc.poll(&poll, 1, Int32(clamping: Int(time / .milliseconds(1)))) > 0
    }

    /// Receives the next event.
    /// - Parameter idle: The time for its first byte.
    /// - Throws: ``EngineFailure``: `unreachable` at the end of the connection, `timeout`, or `garbage`.
    func receive(within idle: Duration) async throws(EngineFailure) -> WyomingEvent {
        let (input, descriptor, name) = (input, descriptor, name)
        let event = try await input.queue.run { [self] () throws(EngineFailure) -> WyomingEvent in
            guard input.stream.hasInput || Self.hasInput(descriptor, within: idle) else {
                throw EngineFailure(.timeout, "\(name) has sent nothing for \(Int(idle / .seconds(1))) s")
            }
            // Events that have arrived before the end could be many, and concern nobody any more.
            if state.withLock({ $0.isClosed }) { throw EngineFailure(.unreachable, "\(name) is cut off") }
            return try WyomingEvent.read(from: &input.stream, before: .now + Self.eventTime)
        }
        state.withLock { $0.activity.heard = .now }
        return event
    }

    /// Sends an event. Events of several tasks do not mix.
    /// - Throws: ``EngineFailure`` when the peer has gone, or does not read.
    func send(_ event: WyomingEvent) async throws(EngineFailure) {
        let output = output
        try await output.queue.run { () throws(EngineFailure) in
            try output.stream.send(try event.bytes(), before: .now + Self.eventTime)
        }
    }

    /// Ends the connection: a task that receives or sends gets a failure. Events that wait are dropped.
    func close() {
        state.withLock { $0.isClosed = true }
        shutdown(descriptor, Int32(SHUT_RDWR))
    }
}
