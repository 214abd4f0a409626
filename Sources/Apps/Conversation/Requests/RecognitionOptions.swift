import SaybusMessages

/// Options for listening to an answer.
public struct RecognitionOptions: Sendable, Equatable {
    /// Patterns that the answer is expected to match. The recognizers get them before listening starts.
    public var phrases: [String]
    /// The types that the patterns use, in addition to text and numbers.
    public var slotTypes: [Catalog.SlotType]
    /// Time to wait for the start of speech.
    public var noSpeechTimeout: Duration
    /// Maximum duration of the answer. A listening stage has a limit of its own, `--longest`, by default 10 s.
    public var maximumSpeech: Duration
    /// Time that the recognizers may take from the end of speech to the result.
    public var responseTimeout: Duration

    /// Creates options. The defaults give the user time to think before the answer.
    public init(
        phrases: [String] = [], slotTypes: [Catalog.SlotType] = [], noSpeechTimeout: Duration = .seconds(6),
        maximumSpeech: Duration = .seconds(15), responseTimeout: Duration = .seconds(10)
    ) {
        self.phrases = phrases
        self.slotTypes = slotTypes
        self.noSpeechTimeout = noSpeechTimeout
        self.maximumSpeech = maximumSpeech
        self.responseTimeout = responseTimeout
    }
}
