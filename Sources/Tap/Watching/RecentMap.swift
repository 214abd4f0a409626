/// A dictionary that forgets what has not been written for longest: it keeps between `capacity` and twice as many values.
struct RecentMap<Key: Hashable & Sendable, Value: Sendable>: Sendable {
    private var newer: [Key: Value] = [:]
    private var older: [Key: Value] = [:]
    private let capacity: Int

    init(capacity: Int) { self.capacity = max(1, capacity) }

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
