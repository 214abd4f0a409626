/// The registered entries of one sort, by number, until the registry is closed.
struct Registry<Entry: Sendable>: Sendable {
    private(set) var entries: [Int: Entry] = [:]
    private var nextID = 0
    private var isClosed = false

    /// Adds an entry.
    /// - Returns: The id of the entry; nil when the registry is closed.
    mutating func add(_ entry: Entry) -> Int? {
        guard !isClosed else { return nil }
        nextID += 1
        entries[nextID] = entry
        return nextID
    }

    /// Removes an entry.
    /// - Returns: The removed entry; nil when there was none with this id.
    mutating func remove(_ id: Int) -> Entry? { entries.removeValue(forKey: id) }

    /// Removes and returns all entries, and accepts no more.
    mutating func close() -> [Entry] {
        isClosed = true
        defer { entries = [:] }
        return Array(entries.values)
    }
}
