import SaybusMessages
import Synchronization

/// A latch that tasks wait for, opened once when a thread ends.
final class CompletionLatch: Sendable {
    private struct State {
        var isReached = false
        var failure: BusError?
        var waiters: [MessageID: CheckedContinuation<Void, Never>] = [:]
    }

    private let state = Mutex(State())

    var isReached: Bool { state.withLock { $0.isReached } }

    /// The failure that ended the thread; nil when the thread ended on request, or has not ended.
    var failure: BusError? { state.withLock { $0.failure } }

    /// Opens the latch.
    func reach(_ failure: BusError?) {
        let waiters = state.withLock { state in
            state.isReached = true
            state.failure = failure
            defer { state.waiters = [:] }
            return state.waiters
        }
        for waiter in waiters.values { waiter.resume() }
    }

    /// Waits until the latch is open or the task is cancelled.
    func wait() async {
        let id = MessageID()
        await withTaskCancellationHandler {
            await withCheckedContinuation { continuation in
                let isOver = state.withLock { state in
                    // A cancellation after this looks for the waiter under the same lock.
                    let isOver = state.isReached || Task.isCancelled
                    if !isOver { state.waiters[id] = continuation }
                    return isOver
                }
                if isOver { continuation.resume() }
            }
        } onCancel: {
            state.withLock { $0.waiters.removeValue(forKey: id) }?.resume()
        }
    }
}
