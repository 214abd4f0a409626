import Dispatch

extension DispatchQueue {
    /// Runs what blocks here, and keeps no thread of the shared pool waiting for it.
    package func result<Success: Sendable>(
        _ body: @escaping @Sendable () throws(IntentFailure) -> Success
    ) async throws(IntentFailure) -> Success {
        let result: Result<Success, IntentFailure> = await withCheckedContinuation { continuation in
            async { continuation.resume(returning: Result(catching: body)) }
        }
        return try result.get()
    }
}
