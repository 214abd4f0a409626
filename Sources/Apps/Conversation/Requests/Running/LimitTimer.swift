/// A time limit that can be called off.
@ConversationActor
package final class LimitTimer {
    private let clock: any Clock<Duration>
    private var task: Task<Void, Never>?

    /// A limit that has not begun.
    package nonisolated init(clock: any Clock<Duration> = ContinuousClock()) { self.clock = clock }

    deinit { task?.cancel() }

    /// Begins a limit in the place of the one before.
    package func start(_ time: Duration, _ timeIsOver: @escaping @ConversationActor @Sendable () -> Void) {
        stop()
        task = Task { [clock] in
            // The time limit itself.
            try? await clock.sleep(for: time)
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
