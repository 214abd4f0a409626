import CSaybusZeroMQ

/// What a type of socket is for; see ``PublisherSocket`` and its neighbours.
public protocol SocketRole: Sendable {
    /// libzmq's number of the type.
    static var type: Int32 { get }
}

/// A role whose sockets can send.
public protocol SendingRole: SocketRole {}

/// A role whose sockets can receive.
public protocol ReceivingRole: SocketRole {}

/// A libzmq socket of one role, owned by one place at a time.
///
/// The type cannot be copied, and all that touches the socket is `mutating`, so the compiler grants what libzmq asks for: one
/// thread at a time. To share one, put it into a `Mutex`.
public struct Socket<Role: SocketRole>: ~Copyable, @unchecked Sendable {
    // Sendable: a unique owner with mutating operations only, so exclusive access is enforced and a move is the full fence libzmq wants.
    @usableFromInline let handle: UnsafeMutableRawPointer
    private let context: Context

    /// A socket that is neither bound nor connected. It lingers half a second for unsent messages when closed.
    public init(_ context: Context) throws(ZeroMQError) {
        guard let handle = zmq_socket(context.handle, Role.type) else { throw .last("create a socket") }
        _ = SocketOption.linger(milliseconds: 500).apply(to: handle)
        self.handle = handle
        self.context = context
    }

    deinit { zmq_close(handle) }

    /// Waits for peers at an endpoint.
    public mutating func bind(_ endpoint: String) throws(ZeroMQError) {
        if zmq_bind(handle, endpoint) != 0 { throw .last("bind \(endpoint)") }
    }

    /// Connects to an endpoint, now or whenever somebody is there.
    public mutating func connect(_ endpoint: String) throws(ZeroMQError) {
        if zmq_connect(handle, endpoint) != 0 { throw .last("connect to \(endpoint)") }
    }

    /// Ends the connection to an endpoint; what waits to be sent there still leaves, if it can.
    public mutating func disconnect(_ endpoint: String) throws(ZeroMQError) {
        if zmq_disconnect(handle, endpoint) != 0 { throw .last("disconnect from \(endpoint)") }
    }

    /// The endpoint of the last `bind`: tells the port when port 0 or `*` was asked for.
    public mutating func lastEndpoint() throws(ZeroMQError) -> String {
        var buffer = [CChar](repeating: 0, count: 1024)
        var size = buffer.count
        if zmq_getsockopt(handle, ZMQ_LAST_ENDPOINT, &buffer, &size) != 0 { throw .last("ask for the endpoint") }
        return String(decoding: buffer.prefix(max(0, size - 1)).map(UInt8.init(bitPattern:)), as: UTF8.self)
    }

    /// Sets an option; most must be set before `bind` or `connect`.
    public mutating func set(_ option: SocketOption) throws(ZeroMQError) {
        if option.apply(to: handle) != 0 { throw .last("set \(option)") }
    }

    /// Takes note of connections that have come or gone: without, the socket does when it is used next for messages.
    public mutating func catchUp() throws(ZeroMQError) {
        var events: Int32 = 0
        var size = MemoryLayout<Int32>.size
        if zmq_getsockopt(handle, ZMQ_EVENTS, &events, &size) != 0 { throw .last("catch up") }
    }

    /// What to wait for in ``poll(_:milliseconds:)``. It must not be used after the socket is gone.
    public mutating func pollItem(_ events: PollItem.Events) -> PollItem {
        PollItem(socket: handle, events: events)
    }

    /// Reports the socket's connections to a monitor socket, from now on.
    public mutating func monitor() throws(ZeroMQError) -> MonitorSocket {
        let endpoint = "inproc://monitor-\(UInt(bitPattern: handle))"
        if zmq_socket_monitor(handle, endpoint, ZMQ_EVENT_ALL) != 0 { throw .last("monitor a socket") }
        return try MonitorSocket(context, endpoint: endpoint)
    }
}

/// Publishes to all who subscribe.
public typealias PublisherSocket = Socket<PublisherRole>
/// Receives what it subscribes to.
public typealias SubscriberSocket = Socket<SubscriberRole>
/// Publishes, and receives the subscriptions: the broker's side towards subscribers.
public typealias XPublisherSocket = Socket<XPublisherRole>
/// Receives, and sends the subscriptions: the broker's side towards publishers.
public typealias XSubscriberSocket = Socket<XSubscriberRole>
/// One end of an exclusive pair.
public typealias PairSocket = Socket<PairRole>
/// Answers requests: what ZAP (RFC 27) handlers are.
public typealias ReplySocket = Socket<ReplyRole>

/// `ZMQ_PUB`
public enum PublisherRole: SendingRole {
    /// libzmq's number.
    public static var type: Int32 { ZMQ_PUB }
}

/// `ZMQ_SUB`
public enum SubscriberRole: ReceivingRole {
    /// libzmq's number.
    public static var type: Int32 { ZMQ_SUB }
}

/// `ZMQ_XPUB`
public enum XPublisherRole: SendingRole, ReceivingRole {
    /// libzmq's number.
    public static var type: Int32 { ZMQ_XPUB }
}

/// `ZMQ_XSUB`
public enum XSubscriberRole: SendingRole, ReceivingRole {
    /// libzmq's number.
    public static var type: Int32 { ZMQ_XSUB }
}

/// `ZMQ_PAIR`
public enum PairRole: SendingRole, ReceivingRole {
    /// libzmq's number.
    public static var type: Int32 { ZMQ_PAIR }
}

/// `ZMQ_REP`
public enum ReplyRole: SendingRole, ReceivingRole {
    /// libzmq's number.
    public static var type: Int32 { ZMQ_REP }
}
