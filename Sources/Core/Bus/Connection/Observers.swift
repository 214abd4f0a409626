/// The closures of this process that are shown everything that comes off the wire.
struct Observers: Sendable {
    struct Entry: Sendable {
        /// Shows an observation. Returns false when the observer cannot take it.
        let show: @Sendable (Observation, _ frames: [[UInt8]]) -> Bool
        /// Tells the observer that nothing more comes.
        let finish: @Sendable () -> Void
    }

    private var entries: [Int: Entry] = [:]
    private var nextID = 0
    private var isClosed = false

    /// Adds an observer.
    /// - Returns: Its id; nil when the bus is closed, so nothing will ever come.
    mutating func add(_ entry: Entry) -> Int? {
        guard !isClosed else { return nil }
        nextID += 1
        entries[nextID] = entry
        return nextID
    }

    /// Removes an observer.
    /// - Returns: It; nil when it was not there.
    mutating func remove(_ id: Int) -> Entry? { entries.removeValue(forKey: id) }

    /// Removes and returns all observers, and accepts no more.
    mutating func close() -> [Entry] {
        isClosed = true
        defer { entries = [:] }
        return Array(entries.values)
    }

    var all: [Entry] { Array(entries.values) }
}
