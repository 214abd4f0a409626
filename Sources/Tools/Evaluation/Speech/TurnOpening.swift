import SaybusTranscription

/// The beginning of turns with an engine that may still work on an earlier turn, whose time was over.
///
/// Such an engine refuses turns until it has stopped, as libwhisper does. In a pipeline the next turn is seconds away;
/// an evaluation would count all its other recordings as failed within a moment.
struct TurnOpening {
    /// The longest wait for an engine: a minute.
    static let maximumWait = Duration.seconds(60)
    /// The time between two attempts. Nothing tells when an engine has stopped.
    private static let pause = Duration.milliseconds(100)

    private let maximumWait: Duration
    /// Whether the engine has opened a turn since it was last waited for in vain.
    private var isWorthWaiting = true

    /// Creates an opening.
    /// - Parameter maximumWait: The longest wait for an engine.
    init(maximumWait: Duration = TurnOpening.maximumWait) { self.maximumWait = maximumWait }

    /// Opens a turn, and waits for an engine that is too late with an earlier one.
    ///
    /// An engine that was waited for in vain is not waited for again until it has opened a turn.
    /// - Returns: The time at which the turn began, without the wait.
    /// - Throws: The error of the engine, or `CancellationError`.
    mutating func begin(_ recognizer: any SpeechRecognizer) async throws -> ContinuousClock.Instant {
        let deadline = ContinuousClock.now + maximumWait
        while true {
            let start = ContinuousClock.now
            do {
                try await recognizer.begin()
                isWorthWaiting = true
                return start
            } catch let error as TranscriptionError where error.code == .timeout && isWorthWaiting {
                guard start < deadline else {
                    isWorthWaiting = false
                    throw error
                }
                try await Task.sleep(for: Self.pause)
            }
        }
    }
}
