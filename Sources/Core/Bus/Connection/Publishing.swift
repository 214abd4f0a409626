import SaybusMessages
import SaybusZeroMQ

/// The publishing side of a bus: the socket, and the sequence numbers of the messages sent on it.
struct Publishing: ~Copyable {
    private var socket: PublisherSocket?
    private var sequences = SequenceNumbers()
    /// The kinds of the messages sent, barriers included.
    private(set) var kinds: Set<Kind> = []
    /// The number of messages that callers of ``Bus`` have published.
    private(set) var publishedCount = 0
    private(set) var retained: [Topic: RawMessage] = [:]
    private(set) var reports = RecentReports()
    /// Whether states are held back: see ``holdBack()``.
    private(set) var holdsBack = false
    /// The states that are held back, whose sequence numbers are not used up.
    private var heldBack: [Topic: RawMessage] = [:]

    init(socket: consuming PublisherSocket) { self.socket = consume socket }

    /// Sends a message that a caller of ``Bus`` publishes, and counts it.
    mutating func publish(_ header: Header, body: [UInt8]) throws(BusError) -> RawMessage {
        let message = try send(header, body: body)
        publishedCount += 1
        return message
    }

    /// Gives a message its sequence number and sends it, or holds it back. A message that cannot be sent uses up no
    /// number, so that receivers see no gap.
    mutating func send(_ header: Header, body: [UInt8]) throws(BusError) -> RawMessage {
        let topic = header.topic
        var message = RawMessage(header: header, body: body)
        message.header.sequence = sequences.next(topic)
        if holdsBack, header.retain {
            _ = try sendableFrames(of: message)
            heldBack[topic] = message
        } else {
            try put(message)
            sequences.used(message.header.sequence, on: topic)
        }
        if message.header.sequence == 0 { kinds.insert(header.kind) }
        if header.retain { retained[topic] = message }
        if RecentReports.keeps(header.kind) { reports.add(message, at: SteadyClock.microseconds()) }
        return message
    }

    /// Begins to hold states back, because there is no connection: each replaces the one before on its topic. All of
    /// them would reach the broker at once when it is back, such as the heartbeats of a night.
    mutating func holdBack() { holdsBack = true }

    /// Sends the states that were held back, and later ones at once.
    mutating func release() throws(BusError) {
        let waiting = heldBack.values.sorted { $0.header.id < $1.header.id }
        (holdsBack, heldBack) = (false, [:])
        for message in waiting {
            try put(message)
            sequences.used(message.header.sequence, on: message.header.topic)
        }
    }

    /// Sends a message unchanged, with the sequence number that it has.
    mutating func put(_ message: RawMessage) throws(BusError) { try put(frames: sendableFrames(of: message)) }

    /// Returns the frames of a message.
    /// - Throws: ``BusError`` with code `unsendable` when it is too large.
    private func sendableFrames(of message: RawMessage) throws(BusError) -> [[UInt8]] {
        let frames = message.frames
        let size = frames.reduce(0) { $0 + $1.count }
        guard size <= RawMessage.maximumSize else {
            throw BusError(
                .unsendable,
                "\(message.header.kind) has \(size) bytes; \(RawMessage.maximumSize) are allowed: send less")
        }
        return frames
    }

    /// Sends frames as they are.
    mutating func put(frames: [[UInt8]]) throws(BusError) {
        guard socket != nil else { throw BusError(.closed, "the bus has been closed") }
        do {
            try socket?.send(frames)
        } catch {
            throw BusError(.transport, "publish: \(error)")
        }
    }

    /// Connects to an endpoint again, because libzmq gives up a connection that was refused.
    mutating func reconnect(_ endpoint: String) throws(ZeroMQError) {
        try socket?.reconnect(endpoint)
    }

    /// Whether more than barriers has been sent.
    var hasMessages: Bool { kinds.contains { $0 != Barrier.kind } }

    /// Closes the socket. Unsent messages linger in the context until it is terminated.
    mutating func close() {
        try? release()
        socket = nil
    }
}
