import SaybusMessages
import SaybusSupport

/// Counts what became of each turn. Bounded by the number of turns that the benchmark makes.
final class TurnCount: Sendable {
    /// One turn.
    struct Turn: Sendable {
        var began: Int64
        var commands = 0
        var ends: [TurnEnded.Outcome] = []
        var ended: Int64?
    }

    private let turns = Watched<[TurnID: Turn]>([:])

    /// All turns so far.
    var all: [Turn] { Array(turns.value.values) }

    /// Waits until all turns so far have ended; gives up after some time.
    func allEnded(within time: Duration) async {
        _ = await turns.wait(within: time) { turns in !turns.values.contains { $0.ends.isEmpty } }
    }

    func began(_ turn: TurnID, at: Int64) { turns.change { $0[turn] = $0[turn] ?? Turn(began: at) } }

    func note(_ header: Header, outcome: TurnEnded.Outcome?) {
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
