/// A bounded dictionary that forgets the entries written least recently.
///
/// Entries are written to the newer of two generations. When the newer one is full, it becomes the older
/// generation, and the previous older generation is dropped. So the cache always has the last `capacity` keys
/// written, it never has more than `2 * capacity` keys, and every operation takes constant time. Reading an
/// entry does not renew it.
///
/// Public, though only Saybus uses it: the compiler specializes inlinable generic code of another module only
/// if it is public.
public struct GenerationalCache<Key: Hashable & Sendable, Value: Sendable>: Sendable {
    @usableFromInline var newer: [Key: Value] = [:]
    @usableFromInline var older: [Key: Value] = [:]
    @usableFromInline let capacity: Int

    /// Creates an empty cache.
    /// - Parameter capacity: The number of keys that a generation holds; at least 1.
    @inlinable
    public init(capacity: Int) { self.capacity = max(1, capacity) }

    /// The value of a key. Assigning one makes its key the newest; assigning nil removes the key.
    @inlinable
    public subscript(key: Key) -> Value? {
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

    /// Calls a closure with the value of a key, nil when there is none, and assigns what the closure leaves. A nil
    /// removes the key. For a key of the newer generation this is one search.
    @inlinable
    public mutating func update<Result>(_ key: Key, _ body: (inout Value?) -> Result) -> Result {
        guard newer.count < capacity else {
            var value = self[key]
            defer { self[key] = value }
            return body(&value)
        }
        let older = older
        var isRemoved = false
        func update(_ value: inout Value?) -> Result {
            if value == nil { value = older[key] }
            defer { isRemoved = value == nil }
            return body(&value)
        }
        let result = update(&newer[key])
        if isRemoved { self.older[key] = nil }
        return result
    }

    /// Calls a closure with each key and its value, which the closure may change. No entry becomes newer by that.
    @inlinable
    public mutating func updateAll(_ body: (Key, inout Value) -> Void) {
        Self.change(&newer, body)
        Self.change(&older, body)
    }

    @inlinable
    static func change(_ values: inout [Key: Value], _ body: (Key, inout Value) -> Void) {
        var index = values.startIndex
        while index != values.endIndex {
            let key = values[index].key
            body(key, &values.values[index])
            values.formIndex(after: &index)
        }
    }

    /// Whether the cache has a value for a key.
    @inlinable
    public func contains(_ key: Key) -> Bool { newer[key] != nil || older[key] != nil }

    /// All entries, each key once, in no order.
    public var entries: [(key: Key, value: Value)] {
        newer.map { ($0.key, $0.value) } + older.filter { newer[$0.key] == nil }.map { ($0.key, $0.value) }
    }
}

extension GenerationalCache where Value == Void {
    /// Records a key in a cache that is used as a set.
    /// - Returns: False when the cache had the key already; the key is not renewed then.
    @inlinable
    public mutating func insert(_ key: Key) -> Bool {
        guard older[key] == nil else { return false }
        if newer.count >= capacity {
            guard newer[key] == nil else { return false }
            older = newer
            newer = [:]
        }
        return newer.updateValue((), forKey: key) == nil
    }
}
