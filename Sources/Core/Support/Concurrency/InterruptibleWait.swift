import CSaybusLinux
import Glibc

/// A wait for a file descriptor that any thread can interrupt. It has an `eventfd(2)` of its own.
package final class InterruptibleWait: Sendable {
    /// The end of a wait: after an interruption, events of the descriptor, both, or, when the time was over, neither.
    package struct Outcome: Sendable, Equatable {
        /// Whether ``InterruptibleWait/interrupt()`` was called since the last ``InterruptibleWait/clear()``.
        package let isInterrupted: Bool
        /// The descriptor's events, as in `revents` of `poll(2)`.
        package let events: Int16

        /// Whether the descriptor can be read. Its end and its errors are found out by reading, too.
        package var canRead: Bool { Int32(events) & (POLLIN | POLLERR | POLLHUP | POLLNVAL) != 0 }
        /// Whether the descriptor can be written to without blocking.
        package var canWrite: Bool { Int32(events) & POLLOUT != 0 }

        /// Returns whether the descriptor has the event and no error, and the wait was not interrupted.
        package func isFree(for event: Int32) -> Bool { !isInterrupted && Int32(events) & (event | POLLERR) == event }
    }

    private let signal: Int32

    /// Prepares a wait.
    package init() throws(SystemCallError) {
        signal = saybus_eventfd()
        if signal < 0 { throw SystemCallError("make an eventfd") }
    }

    deinit { close(signal) }

    /// Ends the current wait, and all later ones until ``clear()``.
    package func interrupt() {
        var one: UInt64 = 1
        // Fails only when the counter is full, so that an interruption is there already.
        _ = write(signal, &one, MemoryLayout<UInt64>.size)
    }

    /// Forgets all interruptions so far.
    package func clear() {
        var count: UInt64 = 0
        _ = read(signal, &count, MemoryLayout<UInt64>.size)
    }

    /// Waits until the descriptor has one of the events, the wait is interrupted, or the time is over. Blocks the
    /// calling thread.
    /// - Parameters:
    ///   - descriptor: The descriptor; -1 for none.
    ///   - events: The events of `poll(2)`, such as `POLLIN`. Errors and a closed other end are always reported.
    ///   - time: The time limit; nil waits without one.
    /// - Throws: ``SystemCallError`` when the system has no memory for the wait.
    package func wait(
        for descriptor: Int32, _ events: Int32, within time: Duration? = nil
    ) throws(SystemCallError) -> Outcome {
        let deadline = time.map { ContinuousClock.now + $0 }
        var items = [
            pollfd(fd: signal, events: Int16(POLLIN), revents: 0),
            pollfd(fd: descriptor, events: Int16(events), revents: 0),
        ]
        while poll(&items, 2, Self.milliseconds(until: deadline)) < 0 {
            guard errno == EINTR else { throw SystemCallError("wait for a descriptor") }
        }
        return Outcome(isInterrupted: items[0].revents != 0, events: items[1].revents)
    }

    /// Returns the rest of a time, rounded up; -1 without a limit.
    private static func milliseconds(until deadline: ContinuousClock.Instant?) -> Int32 {
        guard let deadline else { return -1 }
        return Int32(min(Double(Int32.max), max(0, ((deadline - .now).seconds * 1000).rounded(.up))))
    }
}
