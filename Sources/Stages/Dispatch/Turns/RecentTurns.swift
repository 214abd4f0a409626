import SaybusMessages
import SaybusSupport
import Synchronization

/// A bounded set of recent turns.
///
/// Each turn is carried out once, although two recognizers may publish an intent for the same turn, and publishers
/// retransmit intents.
final class RecentTurns: Sendable {
    private let turns: Mutex<GenerationalCache<TurnID, Void>>

    /// Creates an empty memory.
    /// - Parameter capacity: Turns in one generation; up to two generations are kept.
    init(capacity: Int = 4096) { turns = Mutex(GenerationalCache(capacity: capacity)) }

    /// Records a turn.
    /// - Returns: False when the turn was recorded before. A message without a turn is always new.
    @discardableResult
    func insert(_ turn: TurnID?) -> Bool {
        guard let turn else { return true }
        return turns.withLock { $0.insert(turn) }
    }

    /// Returns whether a turn was recorded.
    func contains(_ turn: TurnID?) -> Bool {
        turn.map { turn in turns.withLock { $0.contains(turn) } } ?? false
    }

    /// Removes a turn that was not carried out.
    func remove(_ turn: TurnID?) {
        if let turn { turns.withLock { $0[turn] = nil } }
    }
}
