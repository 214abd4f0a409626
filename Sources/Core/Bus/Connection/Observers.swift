/// The closures of this process that observe everything that is received.
struct Observers: Sendable {
    struct Entry: Sendable {
        /// Passes an observation to the observer. Returns false when the observer cannot take it.
        let show: @Sendable (Observation, _ frames: [[UInt8]]) -> Bool
        /// Notifies the observer that no more observations follow.
        let finish: @Sendable () -> Void
    }

    private var entries: [Int: Entry] = [:]
    private var nextID = 0
    private var isClosed = false

    /// Adds an observer.
    /// - Returns: The id of the observer; nil when the bus is closed.
    mutating func add(_ entry: Entry) -> Int? {
        guard !isClosed else { return nil }
        nextID += 1
        entries[nextID] = entry
        return nextID
    }

    /// Removes an observer.
    /// - Returns: The removed observer; nil when there was none with this id.
    mutating func remove(_ id: Int) -> Entry? { entries.removeValue(forKey: id) }

    /// Removes and returns all observers, and accepts no more.
    mutating func close() -> [Entry] {
        isClosed = true
        defer { entries = [:] }
        return Array(entries.values)
    }

    var all: [Entry] { Array(entries.values) }
}
