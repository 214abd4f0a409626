import SaybusMessages
import Synchronization

/// The turns of a run: the time from transcript to command of each, and the number in progress.
final class ScaleTurnTracker: Sendable {
    private struct Turn {
        var published: Int64?
        var invoked: Int64?
        var commands = 0
        var hasEnded = false
    }

    private struct State {
        var turns: [TurnID: Turn] = [:]
        var open = 0
        var waiter: (open: Int, began: ContinuousClock.Instant, continuation: CheckedContinuation<Bool, Never>)?
    }

    private let state = Mutex(State())

    /// Microseconds from transcript to command of each turn.
    var latencies: [Double] {
        state.withLock { state in
            state.turns.values.compactMap { turn in
                guard let published = turn.published, let invoked = turn.invoked else { return nil }
                return Double(max(0, invoked - published))
            }
        }
    }

    /// The number of turns without exactly one command.
    var wrong: Int { state.withLock { $0.turns.values.count { $0.commands != 1 } } }

    /// Removes all turns; none may be in progress.
    func reset() { state.withLock { $0.turns = [:] } }

    func begin(_ turn: TurnID) {
        state.withLock { state in
            state.turns[turn] = Turn()
            state.open += 1
        }
    }

    func setPublished(_ turn: TurnID, at: Int64) { state.withLock { $0.turns[turn]?.published = at } }

    /// Records a command or the end of a turn.
    func record(_ header: Header) {
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

    /// Ends waits that take longer than 30 seconds, until the task is cancelled. One task watches all waits, since a
    /// task for each would take a part of the processor time that is to be measured.
    func watch() async {
        while (try? await Task.sleep(for: .seconds(1))) != nil {
            let late = state.withLock { state -> CheckedContinuation<Bool, Never>? in
                guard let waiter = state.waiter, waiter.began.duration(to: .now) > .seconds(30) else { return nil }
                state.waiter = nil
                return waiter.continuation
            }
            late?.resume(returning: false)
        }
    }

    /// Waits until at most `open` turns are in progress. Only one caller may wait at a time.
    /// - Throws: ``BenchmarkError`` after 30 seconds, which exceeds every turn's deadline.
    func waitUntil(open: Int) async throws {
        if state.withLock({ $0.open <= open }) { return }
        let isDone = await withCheckedContinuation { continuation in
            let isDone = state.withLock { state in
                if state.open > open { state.waiter = (open, .now, continuation) }
                return state.open <= open
            }
            if isDone { continuation.resume(returning: true) }
        }
        if !isDone { throw BenchmarkError(.stage, "turns did not end within 30 s") }
    }
}
