import Dispatch

/// Runs what blocks, one after the other, on a queue of its own, so that no thread of the shared pool waits for it.
public struct BlockingQueue: Sendable {
    private let queue: DispatchQueue

    /// A queue; the label is for debuggers.
    public init(label: String) { queue = DispatchQueue(label: label) }

    /// Runs a piece of work and hands back what comes of it.
    public func run<Success: Sendable>(
        _ body: @escaping @Sendable () throws(EngineFailure) -> Success
    ) async throws(EngineFailure) -> Success {
        let result: Result<Success, EngineFailure> = await withCheckedContinuation { continuation in
            queue.async { continuation.resume(returning: Result(catching: body)) }
        }
        return try result.get()
    }
}
