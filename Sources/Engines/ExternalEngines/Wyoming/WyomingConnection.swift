/// A connection to a server of the Wyoming protocol. Blocks; owned by one thread at a time; closed at the end of its life.
///
/// The protocol has no ids for what is asked, and to close the connection is the only way to call something off: open one for each
/// request.
public struct WyomingConnection: ~Copyable {
    private var stream: SocketStream

    /// Connects.
    /// - Throws: ``EngineFailure`` with code `unreachable` or `timeout`.
    public init(to address: SocketAddress, before deadline: ContinuousClock.Instant) throws(EngineFailure) {
        stream = try SocketConnector.connect(address, before: deadline)
    }

    /// Whether ``receive(before:)`` has something to read already.
    public var hasInput: Bool { stream.hasInput }

    /// Sends an event.
    /// - Throws: ``EngineFailure`` with code `unreachable` or `timeout`.
    public mutating func send(_ event: WyomingEvent, before deadline: ContinuousClock.Instant) throws(EngineFailure) {
        try stream.send(try event.bytes(), before: deadline)
    }

    /// The next event.
    /// - Throws: ``EngineFailure``; an `error` that the server sends is one with code `refused`.
    public mutating func receive(before deadline: ContinuousClock.Instant) throws(EngineFailure) -> WyomingEvent {
        let event = try WyomingEvent.read(from: &stream, before: deadline)
        guard event.type == "error" else { return event }
        throw EngineFailure(
            .refused, "\(stream.name) failed: \((event.text("text") ?? "it does not say why").prefix(200))")
    }
}
