import Synchronization

/// Who in this process wants frames as they come.
struct FrameTakers: Sendable {
    private var continuations: [Int: AsyncStream<[[UInt8]]>.Continuation] = [:]
    private var nextID = 0

    mutating func add(_ continuation: AsyncStream<[[UInt8]]>.Continuation) -> Int {
        nextID += 1
        continuations[nextID] = continuation
        return nextID
    }

    /// - Returns: Whether it was there.
    mutating func remove(_ id: Int) -> Bool { continuations.removeValue(forKey: id) != nil }

    /// All of them, each once.
    mutating func removeAll() -> [AsyncStream<[[UInt8]]>.Continuation] {
        defer { continuations = [:] }
        return Array(continuations.values)
    }

    var all: [AsyncStream<[[UInt8]]>.Continuation] { Array(continuations.values) }
}
