import Synchronization

/// A switch that ends a transcription from any thread, at once or at a deadline.
package final class WhisperControl: Sendable {
    /// The time at which the transcription is given up.
    package let deadline: ContinuousClock.Instant
    private let cancelled = Atomic(false)

    /// Creates a switch.
    package init(deadline: ContinuousClock.Instant) { self.deadline = deadline }

    /// Ends the transcription.
    package func cancel() { cancelled.store(true, ordering: .relaxed) }

    /// Whether ``cancel()`` was called.
    package var isCancelled: Bool { cancelled.load(ordering: .relaxed) }

    /// Whether the transcription is to end.
    var isOver: Bool { isCancelled || ContinuousClock.now >= deadline }
}
