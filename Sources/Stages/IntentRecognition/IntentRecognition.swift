import SaybusMessages

/// The possible intents of a transcript, and the engine that found them.
public struct IntentRecognition: Sendable, Equatable {
    /// The hypotheses, best first; empty when the transcript is not understood.
    public var hypotheses: [SpeechIntent.Hypothesis]
    /// The name of the engine that found them.
    public var engine: String

    /// Creates a recognition.
    public init(_ hypotheses: [SpeechIntent.Hypothesis], engine: String) {
        (self.hypotheses, self.engine) = (hypotheses, engine)
    }
}
