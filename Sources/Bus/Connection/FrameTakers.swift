/// Who in this process wants frames as they come.
struct FrameTakers: Sendable {
    private var continuations: [Int: AsyncStream<[[UInt8]]>.Continuation] = [:]
    private var nextID = 0
    private var isClosed = false

    /// - Returns: Nil when the bus is closed: nothing will ever come.
    mutating func add(_ continuation: AsyncStream<[[UInt8]]>.Continuation) -> Int? {
        guard !isClosed else { return nil }
        nextID += 1
        continuations[nextID] = continuation
        return nextID
    }

    /// - Returns: Whether it was there.
    mutating func remove(_ id: Int) -> Bool { continuations.removeValue(forKey: id) != nil }

    /// Takes no more.
    mutating func close() -> [AsyncStream<[[UInt8]]>.Continuation] {
        isClosed = true
        defer { continuations = [:] }
        return Array(continuations.values)
    }

    var all: [AsyncStream<[[UInt8]]>.Continuation] { Array(continuations.values) }
}
