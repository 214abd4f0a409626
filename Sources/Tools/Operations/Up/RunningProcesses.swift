import Synchronization

/// The process ids of a running pipeline.
public final class RunningProcesses: Sendable {
    private let numbers = Mutex<Set<Int32>>([])

    /// Creates an empty set.
    public init() {}

    /// Returns whether a process belongs to the pipeline.
    public func contains(_ processID: Int) -> Bool {
        guard let number = Int32(exactly: processID) else { return false }
        return numbers.withLock { $0.contains(number) }
    }

    func insert(_ processID: Int32) { numbers.withLock { _ = $0.insert(processID) } }
    func remove(_ processID: Int32) { numbers.withLock { _ = $0.remove(processID) } }
}
