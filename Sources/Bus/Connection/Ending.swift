import Synchronization

/// Lets tasks wait for a thread's end.
final class Ending: Sendable {
    private struct State {
        var isReached = false
        var waiters: [CheckedContinuation<Void, Never>] = []
    }

    private let state = Mutex(State())

    var isReached: Bool { state.withLock { $0.isReached } }

    func reached() {
        let waiters = state.withLock { state in
            state.isReached = true
            defer { state.waiters = [] }
            return state.waiters
        }
        for waiter in waiters { waiter.resume() }
    }

    func wait() async {
        await withCheckedContinuation { continuation in
            let isReached = state.withLock { state in
                if !state.isReached { state.waiters.append(continuation) }
                return state.isReached
            }
            if isReached { continuation.resume() }
        }
    }
}
