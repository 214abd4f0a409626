import Messages
import Synchronization

/// The reports of a player, as they come.
final class ReportLog: Sendable {
    private struct State {
        var reports: [AudioPlayback] = []
        var waiters: [CheckedContinuation<Void, Never>] = []
    }
    private let state = Mutex(State())

    var reports: [AudioPlayback] { state.withLock(\.reports) }

    func add(_ report: AudioPlayback) {
        let waiters = state.withLock { state in
            state.reports.append(report)
            defer { state.waiters = [] }
            return state.waiters
        }
        for waiter in waiters { waiter.resume() }
    }

    /// Suspends until a report fits, and gives the first that does.
    @discardableResult
    func first(_ fits: @Sendable (AudioPlayback) -> Bool) async -> AudioPlayback {
        while true {
            let seen = reports
            if let found = seen.first(where: fits) { return found }
            await withCheckedContinuation { continuation in
                let isDue = state.withLock { state in
                    if state.reports.count > seen.count { return true }
                    state.waiters.append(continuation)
                    return false
                }
                if isDue { continuation.resume() }
            }
        }
    }

    /// The end of a sequence.
    @discardableResult
    func end(of id: MessageID) async -> AudioPlayback {
        await first { $0.sequence == id && $0.item == nil && $0.isOver }
    }

    func states(of id: MessageID, item: Int? = nil) -> [AudioPlayback.State] {
        reports.filter { $0.sequence == id && $0.item == item }.map(\.state)
    }
}
