import SaybusMessages
import SaybusSupport
import Synchronization

/// A bounded memory of the turns that this program, or another dispatcher, has taken lately.
///
/// Two recognizers may publish an intent for the same turn, and a publisher may repeat one; each turn is carried out once.
package final class TurnDeduplicator: Sendable {
    private let turns: Mutex<GenerationalCache<TurnID, Void>>

    /// An empty memory.
    /// - Parameter capacity: Turns in one generation; up to two generations are kept.
    package init(capacity: Int = 4096) { turns = Mutex(GenerationalCache(capacity: capacity)) }

    /// Records a turn.
    /// - Returns: False when the turn was recorded before. A message without a turn is always new.
    @discardableResult
    package func insert(_ turn: TurnID?) -> Bool {
        guard let turn else { return true }
        return turns.withLock { $0.insert(turn) }
    }

    /// Forgets a turn that was not carried out after all.
    package func remove(_ turn: TurnID?) {
        if let turn { turns.withLock { $0[turn] = nil } }
    }
}
