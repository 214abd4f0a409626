/// Options for listening to an answer.
public struct RecognitionOptions: Sendable, Equatable {
    /// Patterns that the answer is expected to match. The recognizers get them before listening starts.
    public var phrases: [String]
    /// Time to wait for the start of speech.
    public var noSpeechTimeout: Duration
    /// Maximum duration of the answer.
    public var maximumSpeech: Duration
    /// Time that the recognizers may take from the end of speech to the result.
    public var responseTimeout: Duration

    /// Creates options. The defaults give the user time to think before the answer.
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
