import CSaybusLinux
import Glibc

/// A signal with which any thread wakes a thread that waits in ``poll(_:milliseconds:)``. It is an
/// `eventfd(2)`.
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

    /// Ends the thread's current wait. If it is not waiting, its next wait ends at once.
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
