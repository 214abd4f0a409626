/// A time limit that can be called off.
@ConversationActor
package final class LimitTimer {
    private var task: Task<Void, Never>?

    /// A limit that has not begun.
    package nonisolated init() {}

    deinit { task?.cancel() }

    /// Begins a limit in the place of the one before.
    package func start(_ time: Duration, _ timeIsOver: @escaping @ConversationActor @Sendable () -> Void) {
        stop()
        task = Task {
            // The time limit itself.
            try? await Task.sleep(for: time)
            guard !Task.isCancelled else { return }
            timeIsOver()
        }
    }

    /// Calls the limit off.
    package func stop() {
        task?.cancel()
        task = nil
    }
}
