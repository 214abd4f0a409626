import SaybusMessages
import Synchronization

/// The newest turns that the app itself has begun, by words that it published.
final class OwnTurns: Sendable {
    private static let capacity = 64

    private let turns = Mutex<[TurnID]>([])

    /// Begins a turn.
    func begin() -> TurnID {
        let turn = TurnID()
        turns.withLock { turns in
            turns.append(turn)
            if turns.count > Self.capacity { turns.removeFirst() }
        }
        return turn
    }

    /// Returns whether the app has begun a turn.
    func contains(_ turn: TurnID) -> Bool { turns.withLock { $0.contains(turn) } }
}
