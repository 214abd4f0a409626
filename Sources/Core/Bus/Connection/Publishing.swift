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

    init(socket: consuming PublisherSocket) { self.socket = consume socket }

    /// Sends a message that a caller of ``Bus`` publishes, and counts it.
    mutating func publish(_ header: Header, body: [UInt8]) throws(BusError) -> RawMessage {
        let message = try send(header, body: body)
        publishedCount += 1
        return message
    }

    /// Gives a message its sequence number and sends it. A message that cannot be sent uses up no number, so
    /// that receivers see no gap.
    mutating func send(_ header: Header, body: [UInt8]) throws(BusError) -> RawMessage {
        let topic = header.topic
        var message = RawMessage(header: header, body: body)
        message.header.sequence = sequences.next(topic)
        try put(message)
        if message.header.sequence == 0 { kinds.insert(header.kind) }
        sequences.used(message.header.sequence, on: topic)
        if header.retain { retained[topic] = message }
        if RecentReports.keeps(header.kind) { reports.add(message, at: SteadyClock.microseconds()) }
        return message
    }

    /// Sends a message unchanged, with the sequence number that it has.
    mutating func put(_ message: RawMessage) throws(BusError) {
        let frames = message.frames
        let size = frames.reduce(0) { $0 + $1.count }
        guard size <= RawMessage.maximumSize else {
            throw BusError(
                .unsendable,
                "\(message.header.kind) has \(size) bytes; \(RawMessage.maximumSize) are allowed: send less")
        }
        try put(frames: frames)
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
    mutating func close() { socket = nil }
}
