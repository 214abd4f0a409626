import SaybusMessages
import Synchronization

/// What is made of a model for its moments, when it is first needed. Bounded: by the number of its slots, and of the sessions that added values.
final class MomentCache<Value: Sendable>: Sendable {
    private struct Key: Hashable {
        var expectation: SkillExpectation
        /// The revision of the values that were added.
        var dynamic: String?
    }

    private let values = Mutex<[Key: Value]>([:])
    private let capacity: Int

    /// Creates a cache of so many values.
    init(capacity: Int) { self.capacity = capacity }

    /// The value for a moment.
    func value(for expectation: SkillExpectation, _ dynamic: [Catalog.SlotType], make: () -> Value) -> Value {
        let added = dynamic.isEmpty ? nil : Catalog(app: "", commands: [], slotTypes: dynamic).revision
        let key = Key(expectation: expectation, dynamic: added)
        if let value = values.withLock({ $0[key] }) { return value }
        let value = make()
        values.withLock { values in
            if values.count >= capacity { values.removeAll() }
            values[key] = value
        }
        return value
    }
}
