import SaybusBus

/// Runs a closure and closes the bus afterwards, on failure too. Cancelling the task closes the bus at once, which
/// ends all waiting on it.
func withClosing<Result: Sendable>(
    _ bus: Bus, _ body: @escaping @Sendable () async throws -> Result
) async throws -> Result {
    try await withTaskCancellationHandler {
        let result: Swift.Result<Result, any Error>
        do {
            result = .success(try await body())
        } catch {
            // A cancelled task has closed the bus: errors that follow from that are not failures.
            result = .failure(Task.isCancelled ? CancellationError() : error)
        }
        await bus.close()
        return try result.get()
    } onCancel: {
        // Ends all waiting on the bus. Closing it a second time does nothing.
        Task { await bus.close() }
    }
}
