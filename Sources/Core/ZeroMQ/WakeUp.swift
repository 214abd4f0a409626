import CSaybusZeroMQ

#if canImport(Glibc)
    import Glibc
#endif

/// A signal that wakes a thread waiting in ``poll(_:milliseconds:)``, from any thread: an `eventfd(2)`.
public final class WakeUp: Sendable {
    private let descriptor: Int32

    /// Creates an `eventfd(2)`.
    public init() throws(ZeroMQError) {
        descriptor = saybus_eventfd()
        if descriptor < 0 { throw ZeroMQError(number: errno, operation: "create an eventfd") }
    }

    deinit { close(descriptor) }

    /// The item for ``poll(_:milliseconds:)``.
    public var pollItem: PollItem { PollItem(descriptor: descriptor, events: .readable) }

    /// Ends the thread's wait: now, or at once when it waits next.
    public func signal() {
        var one: UInt64 = 1
        _ = write(descriptor, &one, MemoryLayout<UInt64>.size)
    }

    /// Clears all signals so far.
    public func clear() {
        var count: UInt64 = 0
        _ = read(descriptor, &count, MemoryLayout<UInt64>.size)
    }
}
