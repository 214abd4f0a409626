import SaybusBus
import SaybusMessages
import SaybusSupport

/// The turns that have ended, whichever program has ended them. Nobody waits for their transcripts. Bounded.
final class EndedTurns: Sendable {
    private let turns = Watched(GenerationalCache<TurnID, Void>(capacity: 1024))

    /// Records the turns whose ends are received, until the subscription ends or the task is cancelled.
    func follow(_ ends: RawSubscription, on bus: Bus) async {
        await bus.forEach(of: ends) { message in
            if let turn = message.header.turn { turns.change { _ = $0.insert(turn) } }
        }
    }

    /// Returns whether a turn has ended.
    func contains(_ turn: TurnID?) -> Bool { turn.map { turns.value.contains($0) } ?? false }

    /// Waits until a turn has ended, or the task is cancelled.
    /// - Returns: Whether the turn has ended.
    func wait(for turn: TurnID) async -> Bool {
        await turns.wait { $0.contains(turn) }
        return contains(turn)
    }
}
