import SaybusMessages
import Synchronization

/// A bounded memory of the turns that this program, or another dispatcher, has taken lately.
///
/// Each turn is carried out once, although two recognizers may publish an intent for the same turn, and publishers
/// retransmit intents.
package final class TurnDeduplicator: Sendable {
    private struct State {
        var recent: Set<TurnID> = []
        var older: Set<TurnID> = []
    }

    private let state = Mutex(State())
    private let capacity: Int

    /// An empty memory.
    /// - Parameter capacity: Turns in one generation; up to two generations are kept.
    package init(capacity: Int = 4096) { self.capacity = capacity }

    /// Records a turn.
    /// - Returns: False when the turn was recorded before. A message without a turn is always new.
    @discardableResult
    package func insert(_ turn: TurnID?) -> Bool {
        guard let turn else { return true }
        return state.withLock { state in
            if state.older.contains(turn) || !state.recent.insert(turn).inserted { return false }
            if state.recent.count >= capacity { (state.older, state.recent) = (state.recent, []) }
            return true
        }
    }

    /// Removes a turn that was not carried out.
    package func remove(_ turn: TurnID?) {
        guard let turn else { return }
        state.withLock { state in
            state.recent.remove(turn)
            state.older.remove(turn)
        }
    }
}
