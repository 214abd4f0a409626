import SaybusMessages
import Synchronization

/// ``HandledTurns`` that several tasks share.
final class CarriedOut: Sendable {
    private let turns = Mutex(HandledTurns())

    /// Takes note of a turn.
    /// - Returns: False when it has been noted before.
    @discardableResult
    func insert(_ turn: TurnID?) -> Bool { turns.withLock { $0.insert(turn) } }

    func contains(_ turn: TurnID?) -> Bool { turns.withLock { $0.contains(turn) } }
}
