import SaybusMessages
import Synchronization

/// Lets tasks wait for a thread's end.
final class CompletionLatch: Sendable {
    private struct State {
        var isReached = false
        var failure: BusError?
        var waiters: [MessageID: CheckedContinuation<Void, Never>] = [:]
    }

    private let state = Mutex(State())

    var isReached: Bool { state.withLock { $0.isReached } }

    /// Why the thread ended though nobody told it to.
    var failure: BusError? { state.withLock { $0.failure } }

    func reached(_ failure: BusError?) {
        let waiters = state.withLock { state in
            state.isReached = true
            state.failure = failure
            defer { state.waiters = [:] }
            return state.waiters
        }
        for waiter in waiters.values { waiter.resume() }
    }

    /// Waits for the end, or until the task is cancelled.
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
