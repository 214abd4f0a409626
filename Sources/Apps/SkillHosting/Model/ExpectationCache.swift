import SaybusMessages
import Synchronization

/// A bounded cache of values computed from a model, by expectation and dynamic entities.
///
/// The cache is emptied when full, since sessions may add any number of dynamic entities.
final class ExpectationCache<Value: Sendable>: Sendable {
    private struct Key: Hashable {
        var expectation: SkillExpectation
        /// The revision of the dynamic entities.
        var dynamic: String?
    }

    private let values = Mutex<[Key: Value]>([:])
    private let capacity: Int

    /// Creates a cache with a maximum number of values.
    init(capacity: Int) { self.capacity = capacity }

    /// Returns the cached value, or makes and caches it.
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
