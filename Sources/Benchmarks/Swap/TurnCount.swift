import Messages
import Synchronization

/// Counts what became of each turn. Bounded by the number of turns that the benchmark makes.
final class TurnCount: Sendable {
    /// One turn.
    struct Turn: Sendable {
        var began: Int64
        var commands = 0
        var ends: [TurnEnded.Outcome] = []
        var ended: Int64?
    }

    private let turns = Mutex<[TurnID: Turn]>([:])

    /// All turns so far.
    var all: [Turn] { turns.withLock { Array($0.values) } }

    /// How many have not ended.
    var open: Int { turns.withLock { $0.values.count { $0.ends.isEmpty } } }

    func began(_ turn: TurnID, at: Int64) { turns.withLock { $0[turn] = $0[turn] ?? Turn(began: at) } }

    func note(_ header: Header, outcome: TurnEnded.Outcome?) {
        guard let turn = header.turn else { return }
        turns.withLock { turns in
            if let outcome {
                turns[turn]?.ends.append(outcome)
                turns[turn]?.ended = header.at
            } else {
                turns[turn]?.commands += 1
            }
        }
    }
}
