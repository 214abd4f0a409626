import SaybusBus
import SaybusMessages
import Synchronization

/// A monitor of stages, for waiting until they reach a state.
final class StageMonitor: Sendable {
    private struct Waiter {
        let id: Int
        let fits: @Sendable ([String: StageStatus]) -> Bool
        let continuation: CheckedContinuation<Bool, Never>
    }

    private struct State {
        /// The newest status of each instance.
        var newest: [String: StageStatus] = [:]
        var waiters: [Waiter] = []
        var nextID = 0
    }

    private let state = Mutex(State())
    private let statuses: Subscription<StageStatus>

    /// Subscribes to statuses. ``follow()`` must run to receive them.
    init(_ bus: Bus) { statuses = bus.subscribe(StageStatus.self) }

    /// Receives statuses until cancelled.
    func follow() async throws {
        for try await status in statuses {
            let done = state.withLock { state in
                state.newest[status.body.instance] = status.body
                let done = state.waiters.filter { $0.fits(state.newest) }
                state.waiters.removeAll { waiter in done.contains { $0.id == waiter.id } }
                return done
            }
            for waiter in done { waiter.continuation.resume(returning: true) }
        }
    }

    /// Waits until an instance is in a state.
    func wait(for instance: String, _ wanted: StageStatus.State) async throws {
        try await wait("\(instance) to be \(wanted.rawValue)") { $0[instance]?.state == wanted }
    }

    /// Waits until the newest statuses satisfy a condition, at most 30 seconds.
    func wait(_ what: String, until fits: @escaping @Sendable ([String: StageStatus]) -> Bool) async throws {
        let id = state.withLock { state in
            state.nextID += 1
            return state.nextID
        }
        let limit = Task {
            try await Task.sleep(for: .seconds(30))
            let late = state.withLock { state in
                let late = state.waiters.filter { $0.id == id }
                state.waiters.removeAll { $0.id == id }
                return late
            }
            for waiter in late { waiter.continuation.resume(returning: false) }
        }
        defer { limit.cancel() }
        let isFit = await withCheckedContinuation { continuation in
            let isFit = state.withLock { state in
                if fits(state.newest) { return true }
                state.waiters.append(Waiter(id: id, fits: fits, continuation: continuation))
                return false
            }
            if isFit { continuation.resume(returning: true) }
        }
        if !isFit { throw BenchmarkError(.stage, "waited 30 s for \(what)") }
    }
}
