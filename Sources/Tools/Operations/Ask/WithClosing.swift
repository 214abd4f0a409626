import SaybusBus

/// Does something with a bus and closes it, whatever happens and also when the task is cancelled, so that nothing waits on it for longer.
func withClosing<Result: Sendable>(
    _ bus: Bus, _ body: @escaping @Sendable () async throws -> Result
) async throws -> Result {
    try await withTaskCancellationHandler {
        let result: Swift.Result<Result, any Error>
        do {
            result = .success(try await body())
        } catch {
            // What fails for want of a bus that a cancelled task has closed is no failure.
            result = .failure(Task.isCancelled ? CancellationError() : error)
        }
        await bus.close()
        return try result.get()
    } onCancel: {
        // Ends what waits on the bus for good; a second close does nothing.
        Task { await bus.close() }
    }
}
