/// A time limit that can be cancelled.
@ConversationActor
package final class LimitTimer {
    private let clock: any Clock<Duration>
    private var task: Task<Void, Never>?

    /// Creates a limit that has not begun.
    package nonisolated init(clock: any Clock<Duration> = ContinuousClock()) { self.clock = clock }

    deinit { task?.cancel() }

    /// Begins a limit, which replaces the previous one.
    /// - Parameter timeIsOver: Called at the end of the time. Its task is cancelled when the limit is stopped or
    ///   replaced.
    package func start(_ time: Duration, _ timeIsOver: @escaping @ConversationActor @Sendable () async -> Void) {
        stop()
        task = Task { [clock] in
            try? await clock.sleep(for: time)
            guard !Task.isCancelled else { return }
            await timeIsOver()
        }
    }

    /// Cancels the limit.
    package func stop() {
        task?.cancel()
        task = nil
    }
}
