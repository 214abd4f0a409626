/// Who in this process is shown everything that comes off the wire.
struct Observers: Sendable {
    struct Entry: Sendable {
        /// False when it cannot take it.
        let show: @Sendable (Observation, _ frames: [[UInt8]]) -> Bool
        /// Nothing more comes.
        let finish: @Sendable () -> Void
    }

    private var entries: [Int: Entry] = [:]
    private var nextID = 0
    private var isClosed = false

    /// - Returns: Nil when the bus is closed: nothing will ever come.
    mutating func add(_ entry: Entry) -> Int? {
        guard !isClosed else { return nil }
        nextID += 1
        entries[nextID] = entry
        return nextID
    }

    /// - Returns: Whether it was there.
    mutating func remove(_ id: Int) -> Bool { entries.removeValue(forKey: id) != nil }

    /// Takes no more.
    mutating func close() -> [Entry] {
        isClosed = true
        defer { entries = [:] }
        return Array(entries.values)
    }

    var all: [Entry] { Array(entries.values) }
}
