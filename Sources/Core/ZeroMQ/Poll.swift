import CSaybusZeroMQ
import Glibc

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
    /// The file descriptor; of a socket, the one on which libzmq announces what happens (`ZMQ_FD`).
    fileprivate let descriptor: Int32
    fileprivate let events: Events
    /// Whether nothing has happened on the socket that the descriptor does not announce.
    fileprivate let isSettled: Bool
    /// The events that have happened, set by ``poll(_:milliseconds:)``.
    public fileprivate(set) var happened: Events = []

    init(socket: UnsafeMutableRawPointer, descriptor: Int32, events: Events, isSettled: Bool) {
        (self.socket, self.descriptor, self.events) = (socket, descriptor, events)
        self.isSettled = isSettled && events == .readable
    }

    /// Creates an item for a file descriptor.
    public init(descriptor: Int32, events: Events) {
        (socket, self.descriptor, self.events, isSettled) = (nil, descriptor, events, true)
    }

    /// The entry for `poll(2)`. Whatever happens on a socket makes its descriptor readable.
    fileprivate var entry: pollfd {
        pollfd(fd: descriptor, events: socket == nil ? events.rawValue : Int16(POLLIN), revents: 0)
    }

    /// Returns the events of the item, whose descriptor has announced something.
    fileprivate func events(announced bits: Int16) throws(ZeroMQError) -> Events {
        socket == nil ? Events(rawValue: bits) : try socketEvents()
    }

    /// Asks a socket for its events; then the descriptor announces each later one.
    fileprivate func socketEvents() throws(ZeroMQError) -> Events {
        var (bits, size): (Int32, Int) = (0, MemoryLayout<Int32>.size)
        while zmq_getsockopt(socket, ZMQ_EVENTS, &bits, &size) != 0 {
            guard zmq_errno() == EINTR else { throw .last("poll") }
        }
        return Events(rawValue: Int16(truncatingIfNeeded: bits)).intersection(events)
    }
}

/// Blocks until one of the items is ready or the time is over; nil means no time limit. An interruption by a
/// signal ends the wait as if the time were over.
///
/// Items are made anew for each call. `zmq_poll` would ask each socket before and after the wait, with two system
/// calls each time. This function asks only sockets whose descriptor announces something, and sockets that were used
/// since they were last found empty: using one may read an announcement (zmq_getsockopt(3), `ZMQ_FD`).
public func poll(_ items: inout [PollItem], milliseconds: Int?) throws(ZeroMQError) {
    var isReady = false
    for index in items.indices {
        items[index].happened = items[index].isSettled ? [] : try items[index].socketEvents()
        isReady = isReady || !items[index].happened.isEmpty
    }
    var entries = items.map(\.entry)
    let end = milliseconds.map { ContinuousClock.now + .milliseconds($0) }
    var rest = milliseconds ?? -1
    while true {
        let announced = Glibc.poll(&entries, nfds_t(entries.count), isReady ? 0 : Int32(clamping: rest))
        if announced < 0, errno != EINTR { throw ZeroMQError(number: errno, operation: "poll") }
        guard announced > 0 else { return }
        for index in items.indices where entries[index].revents != 0 {
            items[index].happened = try items[index].events(announced: entries[index].revents)
            isReady = isReady || !items[index].happened.isEmpty
        }
        if isReady { return }
        // libzmq only had work of its own.
        if let end { rest = max(0, Int((end - .now) / .milliseconds(1)) + 1) }
    }
}
