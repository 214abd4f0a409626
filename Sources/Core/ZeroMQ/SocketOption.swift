import CSaybusZeroMQ

/// A socket option, named after libzmq's manual (`zmq_setsockopt(3)`).
public enum SocketOption: Sendable, Equatable {
    /// The time for which a closed socket still tries to send waiting messages.
    case linger(milliseconds: Int)
    /// The most messages per peer that wait to be sent; further ones are dropped or refused.
    case sendHighWaterMark(Int)
    /// The most messages per peer that wait to be received.
    case receiveHighWaterMark(Int)
    /// The size of the largest accepted frame in bytes; a peer that sends a larger one is disconnected. -1
    /// means no limit.
    case maximumMessageSize(Int64)
    /// The pause before the first attempt to connect again.
    case reconnectInterval(milliseconds: Int)
    /// The longest pause between two attempts to connect.
    case maximumReconnectInterval(milliseconds: Int)
    /// No attempt of libzmq to connect again within a week: the socket's owner does so, with
    /// ``Socket/reconnect(_:)``, when it has read all messages of the lost connection.
    ///
    /// So a queue belongs to one connection only, and ends between two messages only. libzmq 4.3 aborts the program
    /// when a full queue gets another connection (`_input_stopped`, libzmq's issue 3937). It also aborts the program
    /// when it ends a queue while a message is read (`!_more`, issues 2163 and 3663), which the option
    /// `ZMQ_IMMEDIATE` and a reconnection interval of -1 make it do whenever a connection is lost.
    case manualReconnection
    /// The time between two heartbeats. A peer that reads nothing because its queue is full does not answer,
    /// and counts as gone.
    case heartbeatInterval(milliseconds: Int)
    /// The time after a heartbeat in which the peer must answer, or it counts as gone.
    case heartbeatTimeout(milliseconds: Int)
    /// The time for which the peer is asked to wait for this side's heartbeats, in steps of 100 ms.
    case heartbeatTTL(milliseconds: Int)
    /// The most time that a handshake may take.
    case handshakeInterval(milliseconds: Int)
    /// A prefix that a subscriber subscribes to. On an XPUB in manual mode, the prefix granted to the peer that
    /// asked last.
    case subscribe([UInt8])
    /// A prefix that a subscriber no longer subscribes to. On an XPUB in manual mode, one no longer granted.
    case unsubscribe([UInt8])
    /// XPUB: subscriptions take effect only when granted with `subscribe`.
    case manualSubscriptions
    /// XPUB: every subscription is received, not only the first one to a prefix.
    case verboseSubscriptions
    /// The server's side of CURVE, with its secret key (40 characters of Z85).
    case curveServer(secretKey: String)
    /// The client's side of CURVE, with the server's public key (40 characters of Z85).
    case curveClient(serverKey: String, keys: CurveKeyPair)
    /// The domain by which the ZAP handler (RFC 27) knows the socket. Without one, the handler is not asked.
    case zapDomain(String)
    /// Whether the socket also uses addresses of IP version 6.
    case ipv6(Bool)

    func apply(to handle: UnsafeMutableRawPointer) -> Int32 {
        switch self {
        case .linger(let value): integer(handle, ZMQ_LINGER, value)
        case .sendHighWaterMark(let value): integer(handle, ZMQ_SNDHWM, value)
        case .receiveHighWaterMark(let value): integer(handle, ZMQ_RCVHWM, value)
        case .maximumMessageSize(var value):
            zmq_setsockopt(handle, ZMQ_MAXMSGSIZE, &value, MemoryLayout<Int64>.size)
        case .reconnectInterval(let value): integer(handle, ZMQ_RECONNECT_IVL, value)
        case .maximumReconnectInterval(let value): integer(handle, ZMQ_RECONNECT_IVL_MAX, value)
        case .manualReconnection: integer(handle, ZMQ_RECONNECT_IVL, 7 * 24 * 3_600_000)
        case .heartbeatInterval(let value): integer(handle, ZMQ_HEARTBEAT_IVL, value)
        case .heartbeatTimeout(let value): integer(handle, ZMQ_HEARTBEAT_TIMEOUT, value)
        case .heartbeatTTL(let value): integer(handle, ZMQ_HEARTBEAT_TTL, value)
        case .handshakeInterval(let value): integer(handle, ZMQ_HANDSHAKE_IVL, value)
        case .subscribe(let prefix): bytes(handle, ZMQ_SUBSCRIBE, prefix)
        case .unsubscribe(let prefix): bytes(handle, ZMQ_UNSUBSCRIBE, prefix)
        case .manualSubscriptions: integer(handle, ZMQ_XPUB_MANUAL, 1)
        case .verboseSubscriptions: integer(handle, ZMQ_XPUB_VERBOSE, 1)
        case .curveServer(let secretKey):
            first(
                integer(handle, ZMQ_CURVE_SERVER, 1), zmq_setsockopt(handle, ZMQ_CURVE_SECRETKEY, secretKey, 41))
        case .curveClient(let serverKey, let keys):
            first(
                zmq_setsockopt(handle, ZMQ_CURVE_SERVERKEY, serverKey, 41),
                zmq_setsockopt(handle, ZMQ_CURVE_PUBLICKEY, keys.publicKey, 41),
                zmq_setsockopt(handle, ZMQ_CURVE_SECRETKEY, keys.secretKey, 41))
        case .zapDomain(let domain): bytes(handle, ZMQ_ZAP_DOMAIN, Array(domain.utf8))
        case .ipv6(let isOn): integer(handle, ZMQ_IPV6, isOn ? 1 : 0)
        }
    }

    private func integer(_ handle: UnsafeMutableRawPointer, _ option: Int32, _ value: Int) -> Int32 {
        var value = Int32(clamping: value)
        return zmq_setsockopt(handle, option, &value, MemoryLayout<Int32>.size)
    }

    private func bytes(_ handle: UnsafeMutableRawPointer, _ option: Int32, _ value: [UInt8]) -> Int32 {
        value.withUnsafeBytes { zmq_setsockopt(handle, option, $0.baseAddress, $0.count) }
    }

    private func first(_ results: Int32...) -> Int32 { results.first { $0 != 0 } ?? 0 }
}

extension SocketOption: CustomStringConvertible {
    /// The option for errors and logs, without keys.
    public var description: String {
        switch self {
        case .curveServer: "CURVE keys of a server"
        case .curveClient: "CURVE keys of a client"
        case .linger(let value): "linger \(value) ms"
        case .sendHighWaterMark(let value): "send high-water mark \(value)"
        case .receiveHighWaterMark(let value): "receive high-water mark \(value)"
        case .maximumMessageSize(let value): "maximum message size \(value)"
        case .reconnectInterval(let value): "reconnect interval \(value) ms"
        case .maximumReconnectInterval(let value): "maximum reconnect interval \(value) ms"
        case .manualReconnection: "manual reconnection"
        case .heartbeatInterval(let value): "heartbeat interval \(value) ms"
        case .heartbeatTimeout(let value): "heartbeat timeout \(value) ms"
        case .heartbeatTTL(let value): "heartbeat TTL \(value) ms"
        case .handshakeInterval(let value): "handshake interval \(value) ms"
        case .subscribe: "subscription"
        case .unsubscribe: "end of a subscription"
        case .manualSubscriptions: "manual subscriptions"
        case .verboseSubscriptions: "verbose subscriptions"
        case .zapDomain(let name): "ZAP domain \(name)"
        case .ipv6(let isOn): "IPv6 \(isOn)"
        }
    }
}
