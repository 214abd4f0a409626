import CSaybusZeroMQ

#if canImport(Glibc)
    import Glibc
#endif

/// A socket or a file descriptor to wait for.
public struct PollItem {
    /// The events to wait for, or those that have happened.
    public struct Events: OptionSet, Sendable {
        /// libzmq's bits.
        public let rawValue: Int16
        /// Creates a set from libzmq's bits.
        public init(rawValue: Int16) { self.rawValue = rawValue }
        /// A message can be received.
        public static let readable = Events(rawValue: Int16(ZMQ_POLLIN))
        /// A message can be sent.
        public static let writable = Events(rawValue: Int16(ZMQ_POLLOUT))
    }

    fileprivate let socket: UnsafeMutableRawPointer?
    fileprivate let descriptor: Int32
    fileprivate let events: Events
    /// The events that have happened, set by ``poll(_:milliseconds:)``.
    public fileprivate(set) var happened: Events = []

    init(socket: UnsafeMutableRawPointer, events: Events) {
        (self.socket, descriptor, self.events) = (socket, -1, events)
    }

    /// Creates an item for a file descriptor.
    public init(descriptor: Int32, events: Events) {
        (socket, self.descriptor, self.events) = (nil, descriptor, events)
    }
}

/// Blocks until one of the items is ready or the time is over; nil means no time limit. An interruption by a
/// signal ends the wait as if the time were over.
public func poll(_ items: inout [PollItem], milliseconds: Int?) throws(ZeroMQError) {
    var raw = items.map { zmq_pollitem_t(socket: $0.socket, fd: $0.descriptor, events: $0.events.rawValue, revents: 0) }
    let ready = zmq_poll(&raw, Int32(raw.count), milliseconds ?? -1)
    if ready < 0, zmq_errno() != EINTR { throw .last("poll") }
    for index in items.indices { items[index].happened = PollItem.Events(rawValue: ready < 0 ? 0 : raw[index].revents) }
}
