import CSaybusZeroMQ

/// A change in a connection of a socket, as libzmq's monitor reports it.
public struct ConnectionEvent: Sendable, Equatable {
    /// A change in a connection.
    public enum Kind: Sendable, Equatable {
        /// The transport is connected; the handshake is not done.
        case connected
        /// The handshake succeeded: messages flow.
        case ready
        /// The connection was lost; libzmq reconnects by itself, unless with `SocketOption.manualReconnection`.
        case disconnected
        /// An attempt to connect failed, or a connection was lost, and libzmq waits before the next attempt.
        case waiting
        /// The peer refused this side's credentials.
        case authenticationFailed
        /// The two sides use different protocols: one has a key and the other has none, or the peer is no
        /// ZeroMQ socket.
        case protocolFailed
        /// The handshake failed for an unknown reason.
        case handshakeFailed
        /// The socket is bound, and accepts connections.
        case listening
        /// A peer has connected; the handshake is not done.
        case accepted
        /// Another event, with libzmq's number.
        case other(UInt16)
    }

    /// The change that happened.
    public let kind: Kind
    /// A detail from libzmq: a file descriptor or an error number.
    public let value: UInt32
    /// The endpoint of the connection.
    public var endpoint: String

    /// Creates an event.
    public init(kind: Kind, value: UInt32, endpoint: String) {
        (self.kind, self.value, self.endpoint) = (kind, value, endpoint)
    }
}

/// A socket that receives the connection events of another socket.
public struct MonitorSocket: ~Copyable, Sendable {
    private var pair: PairSocket

    init(_ context: Context, endpoint: String) throws(ZeroMQError) {
        var pair = try PairSocket(context)
        try pair.connect(endpoint)
        self.pair = pair
    }

    /// Returns an item for ``poll(_:milliseconds:)``.
    public mutating func pollItem() -> PollItem { pair.pollItem(.readable) }

    /// Receives the next event; nil when none waits.
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
            case ZMQ_EVENT_CONNECT_RETRIED: .waiting
            case ZMQ_EVENT_LISTENING: .listening
            case ZMQ_EVENT_ACCEPTED: .accepted
            default: .other(number)
            }
        return ConnectionEvent(kind: kind, value: value, endpoint: String(decoding: frames[1], as: UTF8.self))
    }
}
