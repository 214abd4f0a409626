/// The tasks in which the handlers of a conversation's requests run.
@ConversationActor
final class HandlerTasks {
    private var running: [Int: Task<Void, Never>] = [:]
    private var count = 0

    /// Whether no handler is running.
    var isEmpty: Bool { running.isEmpty }

    /// Runs a handler.
    func run(_ body: @escaping @ConversationActor @Sendable () async -> Void) {
        count += 1
        running[count] = Task { [number = count] in
            await body()
            running[number] = nil
        }
    }

    /// Cancels the handlers.
    func cancel() { for task in running.values { task.cancel() } }

    /// Cancels the handlers, and waits for their ends.
    func end() async {
        let tasks = Array(running.values)
        for task in tasks { task.cancel() }
        for task in tasks { await task.value }
    }
}
