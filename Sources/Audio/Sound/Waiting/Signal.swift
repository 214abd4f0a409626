import Synchronization

/// A condition variable for tasks. It wakes tasks that wait until another thread makes a condition true.
package final class Signal: Sendable {
    private struct Waiters {
        var next = 0
        var waiting: [Int: CheckedContinuation<Void, Never>] = [:]
    }

    private let waiters = Mutex(Waiters())

    package init() {}

    /// Suspends until the condition holds, or the task is cancelled. Code that makes the condition true must call
    /// ``notify()`` afterwards.
    package func wait(until condition: @Sendable () -> Bool) async {
        while !condition(), !Task.isCancelled { await waitOnce(unless: condition) }
    }

    /// Suspends until the condition holds, the time is over, or the task is cancelled.
    package func wait(within time: Duration, until condition: @escaping @Sendable () -> Bool) async {
        await withTaskGroup(of: Void.self) { group in
            group.addTask { try? await ContinuousClock().sleep(for: time) }
            group.addTask { await self.wait(until: condition) }
            await group.next()
            group.cancelAll()
        }
    }

    /// Wakes all waiting tasks, which check their conditions again.
    package func notify() { Self.resume(waiters.withLock { Self.takeAll(&$0) }) }

    /// Wakes all waiting tasks, unless it would have to wait for a lock. Only for a thread that calls it again soon.
    func notifyWithoutWaiting() {
        if let waiting = waiters.withLockIfAvailable({ Self.takeAll(&$0) }) { Self.resume(waiting) }
    }

    /// The number of waiting tasks.
    var waiting: Int { waiters.withLock { $0.waiting.count } }

    private func waitOnce(unless condition: @Sendable () -> Bool) async {
        let id = waiters.withLock { waiters in
            waiters.next += 1
            return waiters.next
        }
        await withTaskCancellationHandler {
            await withCheckedContinuation { continuation in
                let isReady = waiters.withLock { waiters in
                    // Cancellation and the condition are checked under the lock. Code that changes them takes the lock
                    // afterwards, so no change is missed.
                    if Task.isCancelled || condition() { return true }
                    waiters.waiting[id] = continuation
                    return false
                }
                if isReady { continuation.resume() }
            }
        } onCancel: {
            waiters.withLock { $0.waiting.removeValue(forKey: id) }?.resume()
        }
    }

    private static func takeAll(_ waiters: inout Waiters) -> [CheckedContinuation<Void, Never>] {
        guard !waiters.waiting.isEmpty else { return [] }
        defer { waiters.waiting.removeAll(keepingCapacity: true) }
        return Array(waiters.waiting.values)
    }

    private static func resume(_ waiting: [CheckedContinuation<Void, Never>]) {
        for continuation in waiting { continuation.resume() }
    }
}
