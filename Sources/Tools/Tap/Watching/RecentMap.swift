/// A dictionary that evicts the entries whose last write is oldest. It keeps between `capacity` and twice as
/// many values.
struct RecentMap<Key: Hashable & Sendable, Value: Sendable>: Sendable {
    private var newer: [Key: Value] = [:]
    private var older: [Key: Value] = [:]
    private let capacity: Int

    init(capacity: Int) { self.capacity = max(1, capacity) }

    /// All entries, in no particular order.
    var all: [(key: Key, value: Value)] {
        newer.map { ($0.key, $0.value) } + older.filter { newer[$0.key] == nil }.map { ($0.key, $0.value) }
    }

    subscript(key: Key) -> Value? {
        get { newer[key] ?? older[key] }
        set {
            guard let newValue else {
                newer[key] = nil
                older[key] = nil
                return
            }
            if newer.count >= capacity, newer[key] == nil {
                older = newer
                newer = [:]
            }
            newer[key] = newValue
        }
    }
}
