import CSaybusZeroMQ

#if canImport(Glibc)
    import Glibc
#endif

/// Wakes a thread that waits in ``poll(_:milliseconds:)``, from any thread: an `eventfd(2)`.
public final class WakeUp: Sendable {
    private let descriptor: Int32

    /// Asks the system for one.
    public init() throws(ZeroMQError) {
        descriptor = saybus_eventfd()
        if descriptor < 0 { throw ZeroMQError(number: errno, operation: "create an eventfd") }
    }

    deinit { close(descriptor) }

    /// What the thread waits for.
    public var pollItem: PollItem { PollItem(descriptor: descriptor, events: .readable) }

    /// Makes the thread's wait end, now or, when it is not waiting, at its next wait.
    public func signal() {
        var one: UInt64 = 1
        _ = write(descriptor, &one, MemoryLayout<UInt64>.size)
    }

    /// Takes note of all signals so far.
    public func clear() {
        var count: UInt64 = 0
        _ = read(descriptor, &count, MemoryLayout<UInt64>.size)
    }
}
