import Dispatch
import SaybusSupport

/// A serial queue for blocking work, which keeps it off the threads of Swift's shared pool.
public struct BlockingQueue: Sendable {
    private let queue: DispatchQueue

    /// Creates a queue; the label is for debuggers.
    public init(label: String) { queue = DispatchQueue(label: label) }

    /// Runs `body` after all that was queued earlier; the calling task waits without holding a thread.
    public func run<Success: Sendable>(
        _ body: @escaping @Sendable () throws(EngineFailure) -> Success
    ) async throws(EngineFailure) -> Success {
        let result: Result<Success, EngineFailure> = await queue.run { Result(catching: body) }
        return try result.get()
    }
}
