import SaybusMessages

/// The ids of the messages taken last, so that one sent again is not carried out again. Pure; bounded.
public struct HandledMessages: Sendable {
    private var recent: Set<MessageID> = []
    private var older: Set<MessageID> = []
    private let capacity: Int

    /// Remembers between `capacity` and twice as many ids.
    public init(capacity: Int = 8192) { self.capacity = capacity }

    /// Takes note of an id.
    /// - Returns: False when it has been noted before.
    public mutating func insert(_ id: MessageID) -> Bool {
        if older.contains(id) { return false }
        guard recent.insert(id).inserted else { return false }
        if recent.count >= capacity {
            older = recent
            recent = []
        }
        return true
    }

    /// Whether an id has been noted.
    public func contains(_ id: MessageID) -> Bool { recent.contains(id) || older.contains(id) }

    /// Forgets an id: what it named was not taken after all.
    public mutating func remove(_ id: MessageID) {
        recent.remove(id)
        older.remove(id)
    }
}
