/// How to listen for an answer.
public struct RecognitionOptions: Sendable, Equatable {
    /// Patterns that the answer is expected to follow; they reach the recognizers before the ear opens.
    public var phrases: [String]
    /// How long to wait for speech to begin.
    public var noSpeechTimeout: Duration
    /// The longest answer.
    public var maximumSpeech: Duration
    /// How long the recognizers may take from the end of speech to the result.
    public var responseTimeout: Duration

    /// Options; the times are those of a patient listener.
    public init(
        phrases: [String] = [], noSpeechTimeout: Duration = .seconds(6), maximumSpeech: Duration = .seconds(15),
        responseTimeout: Duration = .seconds(10)
    ) {
        self.phrases = phrases
        self.noSpeechTimeout = noSpeechTimeout
        self.maximumSpeech = maximumSpeech
        self.responseTimeout = responseTimeout
    }
}
