/// A connection to a Wyoming server. Its functions block, and one thread at a time may use it. It is closed when the
/// value is destroyed.
///
/// The protocol has no request ids, and closing the connection is the only way to cancel a request: open one
/// connection for each request.
public struct WyomingConnection: ~Copyable {
    private var stream: SocketStream

    /// Connects to a server.
    /// - Throws: ``EngineFailure`` with code `unreachable` or `timeout`.
    public init(to address: SocketAddress, before deadline: ContinuousClock.Instant) throws(EngineFailure) {
        stream = try SocketConnector.connect(address, before: deadline)
    }

    /// Whether ``receive(before:)`` would return without waiting.
    public var hasInput: Bool { stream.hasInput }

    /// Returns a switch that ends every wait of the connection.
    /// - Throws: ``EngineFailure`` with code `unreachable` when this process has no descriptor left.
    package func interrupter() throws(EngineFailure) -> SocketInterrupter { try stream.interrupter() }

    /// Sends an event.
    /// - Throws: ``EngineFailure`` with code `unreachable` or `timeout`.
    public mutating func send(_ event: WyomingEvent, before deadline: ContinuousClock.Instant) throws(EngineFailure) {
        try stream.send(try event.bytes(), before: deadline)
    }

    /// Receives the next event.
    /// - Throws: ``EngineFailure``; an `error` event of the server becomes a failure with code `refused`.
    public mutating func receive(before deadline: ContinuousClock.Instant) throws(EngineFailure) -> WyomingEvent {
        let event = try WyomingEvent.read(from: &stream, before: deadline)
        guard event.type == "error" else { return event }
        throw EngineFailure(
            .refused, "\(stream.name) failed: \((event.text("text") ?? "it does not say why").prefix(200))")
    }
}
