import CSaybusZeroMQ

/// A type of socket, such as ``PublisherRole``.
public protocol SocketRole: Sendable {
    /// libzmq's number of the type.
    static var type: Int32 { get }
}

/// A role whose sockets can send.
public protocol SendingRole: SocketRole {}

/// A role whose sockets can receive.
public protocol ReceivingRole: SocketRole {}

/// A libzmq socket of one role, with one owner at a time.
///
/// The type cannot be copied and all its operations are `mutating`, so the compiler enforces libzmq's rule that
/// one thread at a time uses a socket. To share a socket, put it into a `Mutex`.
public struct Socket<Role: SocketRole>: ~Copyable, @unchecked Sendable {
    // Sendable: the owner is unique and all operations are mutating, so access is exclusive, and a move between
    // threads is the full memory fence that libzmq demands.
    @usableFromInline let handle: UnsafeMutableRawPointer
    /// The descriptor on which libzmq announces what happens on the socket.
    private let descriptor: Int32
    /// Whether the last operation was a receive that found nothing. Then the descriptor announces all that happens
    /// next; other operations may have read an announcement.
    @usableFromInline var isSettled = false
    private let context: Context

    /// Creates a socket that is neither bound nor connected. When it is closed, it lingers half a second for
    /// unsent messages.
    public init(_ context: Context) throws(ZeroMQError) {
        guard let handle = zmq_socket(context.handle, Role.type) else { throw .last("create a socket") }
        _ = SocketOption.linger(milliseconds: 500).apply(to: handle)
        var (descriptor, size): (Int32, Int) = (-1, MemoryLayout<Int32>.size)
        guard zmq_getsockopt(handle, ZMQ_FD, &descriptor, &size) == 0 else {
            let error = ZeroMQError.last("create a socket")
            zmq_close(handle)
            throw error
        }
        (self.handle, self.descriptor, self.context) = (handle, descriptor, context)
    }

    deinit { zmq_close(handle) }

    /// Returns the handle for an operation, which may read an announcement of the descriptor.
    @inlinable
    mutating func operating() -> UnsafeMutableRawPointer {
        isSettled = false
        return handle
    }

    /// Accepts peers at an endpoint.
    public mutating func bind(_ endpoint: String) throws(ZeroMQError) {
        if zmq_bind(operating(), endpoint) != 0 { throw .last("bind \(endpoint)") }
    }

    /// Connects to an endpoint, now or as soon as a peer is bound to it.
    public mutating func connect(_ endpoint: String) throws(ZeroMQError) {
        if zmq_connect(operating(), endpoint) != 0 { throw .last("connect to \(endpoint)") }
    }

    /// Ends the connection to an endpoint. Messages that wait to be sent there are still sent, if possible.
    public mutating func disconnect(_ endpoint: String) throws(ZeroMQError) {
        if zmq_disconnect(operating(), endpoint) != 0 { throw .last("disconnect from \(endpoint)") }
    }

    /// Connects to an endpoint again. Messages that wait to be sent or received there are lost, so a receiving socket
    /// must have been read until no message waits: libzmq aborts when a queue ends within a message that is being read.
    public mutating func reconnect(_ endpoint: String) throws(ZeroMQError) {
        // libzmq may have given the endpoint up itself.
        do { try disconnect(endpoint) } catch  where error.code == .unreachable {}
        try connect(endpoint)
    }

    /// Returns the endpoint of the last `bind`, with the real port when port 0 or `*` was requested.
    /// Tests bind to free ports by it.
    package mutating func lastEndpoint() throws(ZeroMQError) -> String {
        var buffer = [CChar](repeating: 0, count: 1024)
        var size = buffer.count
        if zmq_getsockopt(handle, ZMQ_LAST_ENDPOINT, &buffer, &size) != 0 { throw .last("ask for the endpoint") }
        return String(decoding: buffer.prefix(max(0, size - 1)).map(UInt8.init(bitPattern:)), as: UTF8.self)
    }

    /// Sets an option; most must be set before `bind` or `connect`.
    public mutating func set(_ option: SocketOption) throws(ZeroMQError) {
        if option.apply(to: operating()) != 0 { throw .last("set \(option)") }
    }

    /// Returns an item for one call of ``poll(_:milliseconds:)``. The socket must not be used or closed before.
    public mutating func pollItem(_ events: PollItem.Events) -> PollItem {
        PollItem(socket: handle, descriptor: descriptor, events: events, isSettled: isSettled)
    }

    /// Returns a monitor socket that receives the events of this socket's connections from now on.
    public mutating func monitor() throws(ZeroMQError) -> MonitorSocket {
        let endpoint = "inproc://monitor-\(UInt(bitPattern: handle))"
        if zmq_socket_monitor(handle, endpoint, ZMQ_EVENT_ALL) != 0 { throw .last("monitor a socket") }
        return try MonitorSocket(context, endpoint: endpoint)
    }
}

/// A socket that publishes to all subscribers.
public typealias PublisherSocket = Socket<PublisherRole>
/// A socket that receives the messages that it subscribes to.
public typealias SubscriberSocket = Socket<SubscriberRole>
/// A socket that publishes and receives subscriptions: the broker's side towards subscribers.
public typealias XPublisherSocket = Socket<XPublisherRole>
/// A socket that receives messages and sends subscriptions: the broker's side towards publishers.
public typealias XSubscriberSocket = Socket<XSubscriberRole>
/// A socket that is one end of an exclusive pair.
public typealias PairSocket = Socket<PairRole>
/// A socket that answers requests, as a ZAP handler (RFC 27) does.
public typealias ReplySocket = Socket<ReplyRole>

/// The role of `ZMQ_PUB` sockets.
public enum PublisherRole: SendingRole {
    /// libzmq's number.
    public static var type: Int32 { ZMQ_PUB }
}

/// The role of `ZMQ_SUB` sockets.
public enum SubscriberRole: ReceivingRole {
    /// libzmq's number.
    public static var type: Int32 { ZMQ_SUB }
}

/// The role of `ZMQ_XPUB` sockets.
public enum XPublisherRole: SendingRole, ReceivingRole {
    /// libzmq's number.
    public static var type: Int32 { ZMQ_XPUB }
}

/// The role of `ZMQ_XSUB` sockets.
public enum XSubscriberRole: SendingRole, ReceivingRole {
    /// libzmq's number.
    public static var type: Int32 { ZMQ_XSUB }
}

/// The role of `ZMQ_PAIR` sockets.
public enum PairRole: SendingRole, ReceivingRole {
    /// libzmq's number.
    public static var type: Int32 { ZMQ_PAIR }
}

/// The role of `ZMQ_REP` sockets.
public enum ReplyRole: SendingRole, ReceivingRole {
    /// libzmq's number.
    public static var type: Int32 { ZMQ_REP }
}
