import SaybusMessages
import Synchronization

/// The turns of a run: how long each took to its command, and how many are on the way.
final class ScaleDesk: Sendable {
    private struct Turn {
        var spoken: Int64?
        var invoked: Int64?
        var commands = 0
        var hasEnded = false
    }

    private struct State {
        var turns: [TurnID: Turn] = [:]
        var open = 0
        var waiter: (open: Int, continuation: CheckedContinuation<Bool, Never>)?
    }

    private let state = Mutex(State())

    /// Microseconds from transcript to command.
    var latencies: [Double] {
        state.withLock { state in
            state.turns.values.compactMap { turn in
                guard let spoken = turn.spoken, let invoked = turn.invoked else { return nil }
                return Double(max(0, invoked - spoken))
            }
        }
    }

    /// Turns whose commands were not exactly one.
    var wrong: Int { state.withLock { $0.turns.values.count { $0.commands != 1 } } }

    /// Forgets all turns; none may be open.
    func reset() { state.withLock { $0.turns = [:] } }

    func speaks(_ turn: TurnID) {
        state.withLock { state in
            state.turns[turn] = Turn()
            state.open += 1
        }
    }

    func spoke(_ turn: TurnID, at: Int64) { state.withLock { $0.turns[turn]?.spoken = at } }

    func note(_ header: Header) {
        guard let id = header.turn else { return }
        let waiter = state.withLock { state -> CheckedContinuation<Bool, Never>? in
            guard var turn = state.turns[id] else { return nil }
            if header.kind == CommandInvoked.kind {
                turn.commands += 1
                turn.invoked = turn.invoked ?? header.at
            } else if !turn.hasEnded {
                turn.hasEnded = true
                state.open -= 1
            }
            state.turns[id] = turn
            guard let waiter = state.waiter, state.open <= waiter.open else { return nil }
            state.waiter = nil
            return waiter.continuation
        }
        waiter?.resume(returning: true)
    }

    /// Waits until at most so many turns are on the way; one caller at a time.
    /// - Throws: ``BenchmarkError`` when that takes longer than any turn's deadline.
    func waitUntil(open: Int) async throws {
        if state.withLock({ $0.open <= open }) { return }
        let limit = Task {
            try await Task.sleep(for: .seconds(30))
            let waiter = state.withLock { state in
                defer { state.waiter = nil }
                return state.waiter
            }
            waiter?.continuation.resume(returning: false)
        }
        defer { limit.cancel() }
        let isDone = await withCheckedContinuation { continuation in
            let isDone = state.withLock { state in
                if state.open > open { state.waiter = (open, continuation) }
                return state.open <= open
            }
            if isDone { continuation.resume(returning: true) }
        }
        if !isDone { throw BenchmarkError(.stage, "turns did not end within 30 s") }
    }
}
