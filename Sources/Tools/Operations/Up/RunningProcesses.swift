import Synchronization

/// The processes that a pipeline consists of now.
public final class RunningProcesses: Sendable {
    private let numbers = Mutex<Set<Int32>>([])

    /// None.
    public init() {}

    /// Whether a process is one of them.
    public func contains(_ processID: Int) -> Bool {
        guard let number = Int32(exactly: processID) else { return false }
        return numbers.withLock { $0.contains(number) }
    }

    func insert(_ processID: Int32) { numbers.withLock { _ = $0.insert(processID) } }
    func remove(_ processID: Int32) { numbers.withLock { _ = $0.remove(processID) } }
}
