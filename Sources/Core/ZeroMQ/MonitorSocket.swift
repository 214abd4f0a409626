import CSaybusZeroMQ

/// What happened to a connection.
public struct ConnectionEvent: Sendable, Equatable {
    /// What happened.
    public enum Kind: Sendable, Equatable {
        /// The transport is connected; the handshake is not done.
        case connected
        /// The handshake succeeded: messages flow.
        case ready
        /// The connection was lost; libzmq tries again by itself.
        case disconnected
        /// The other side refused our credentials.
        case authenticationFailed
        /// The other side does not speak as we do: a key is missing here or there, or it is no ZeroMQ at all.
        case protocolFailed
        /// The handshake failed for a reason that was not told.
        case handshakeFailed
        /// The socket listens.
        case listening
        /// Something else: libzmq's number.
        case other(UInt16)
    }

    /// What happened.
    public let kind: Kind
    /// libzmq's detail: a descriptor or an error number.
    public let value: UInt32
    /// The endpoint concerned.
    public let endpoint: String

    /// An event.
    public init(kind: Kind, value: UInt32, endpoint: String) {
        (self.kind, self.value, self.endpoint) = (kind, value, endpoint)
    }
}

/// Receives the connection events of another socket.
public struct MonitorSocket: ~Copyable, Sendable {
    private var pair: PairSocket

    init(_ context: Context, endpoint: String) throws(ZeroMQError) {
        var pair = try PairSocket(context)
        try pair.connect(endpoint)
        self.pair = pair
    }

    /// What to wait for.
    public mutating func pollItem() -> PollItem { pair.pollItem(.readable) }

    /// The next event; nil when there is none now.
    public mutating func receive(wait: Bool = false) throws(ZeroMQError) -> ConnectionEvent? {
        guard let frames = try pair.receive(wait: wait) else { return nil }
        guard frames.count == 2, frames[0].count == 6 else { return nil }
        let number = frames[0].withUnsafeBytes { $0.loadUnaligned(as: UInt16.self) }
        let value = frames[0].withUnsafeBytes { $0.loadUnaligned(fromByteOffset: 2, as: UInt32.self) }
        let kind: ConnectionEvent.Kind =
            switch Int32(number) {
            case ZMQ_EVENT_CONNECTED: .connected
            case ZMQ_EVENT_HANDSHAKE_SUCCEEDED: .ready
            case ZMQ_EVENT_DISCONNECTED: .disconnected
            case ZMQ_EVENT_HANDSHAKE_FAILED_AUTH: .authenticationFailed
            case ZMQ_EVENT_HANDSHAKE_FAILED_PROTOCOL: .protocolFailed
            case ZMQ_EVENT_HANDSHAKE_FAILED_NO_DETAIL: .handshakeFailed
            case ZMQ_EVENT_LISTENING: .listening
            default: .other(number)
            }
        return ConnectionEvent(kind: kind, value: value, endpoint: String(decoding: frames[1], as: UTF8.self))
    }
}
