import SaybusMessages
import SaybusSupport

/// A counter of the commands and ends of each turn. Bounded by the number of turns of the benchmark.
final class SwapTurnTracker: Sendable {
    /// The commands and ends of one turn, with its times in Unix microseconds.
    struct Turn: Sendable {
        var began: Int64
        var commands = 0
        var ends: [TurnEnded.Outcome] = []
        var ended: Int64?
    }

    private let turns = Watched<[TurnID: Turn]>([:])

    /// All turns so far.
    var all: [Turn] { Array(turns.value.values) }

    /// Waits until all turns so far have ended, or the timeout is over.
    func allEnded(within time: Duration) async {
        _ = await turns.wait(within: time) { turns in !turns.values.contains { $0.ends.isEmpty } }
    }

    /// Waits until so many more turns have begun.
    /// - Throws: ``BenchmarkError`` when the time is over.
    func more(_ count: Int, within time: Duration) async throws {
        let wanted = turns.value.count + count
        guard await turns.wait(within: time, until: { $0.count >= wanted }) else {
            throw BenchmarkError(.stage, "no \(count) more turns began within \(time)")
        }
    }

    /// Records that a turn has begun. A repetition has no effect.
    func began(_ turn: TurnID, at: Int64) { turns.change { $0[turn] = $0[turn] ?? Turn(began: at) } }

    /// Records the end of a turn with an outcome; if `outcome` is nil, records a command of the turn.
    func record(_ header: Header, outcome: TurnEnded.Outcome?) {
        guard let turn = header.turn else { return }
        turns.change { turns in
            if let outcome {
                turns[turn]?.ends.append(outcome)
                turns[turn]?.ended = header.at
            } else {
                turns[turn]?.commands += 1
            }
        }
    }
}
