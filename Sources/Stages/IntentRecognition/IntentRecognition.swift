import SaybusMessages

/// What a transcript may mean, and what found it.
public struct IntentRecognition: Sendable, Equatable {
    /// The readings, best first; none when it is not understood.
    public var hypotheses: [SpeechIntent.Hypothesis]
    /// The engine whose readings they are.
    public var engine: String

    /// A recognition.
    public init(_ hypotheses: [SpeechIntent.Hypothesis], engine: String) {
        (self.hypotheses, self.engine) = (hypotheses, engine)
    }
}
