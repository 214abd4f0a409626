public import SaybusMessages

/// What was said in a turn.
public struct RecognitionResult: Sendable, Equatable {
    /// Lower-case words; empty when nothing was understood.
    public var text: String
    /// How sure the recognizer is, 0…1.
    public var confidence: Double
    /// What may have been said instead, best first.
    public var alternatives: [SpeechTranscript.Alternative]
    /// When each word was said, in milliseconds from the turn's first sample.
    public var words: [SpeechTranscript.Word]
    /// Why the text is empty; nil when it is not.
    public var empty: SpeechTranscript.EmptyReason?
    /// Which recognizer it was.
    public var engine: String
    /// ``Vocabulary/revision`` of the vocabulary that was listened for.
    public var catalogRevision: String?
    /// What went wrong, in a sentence.
    public var problem: String?

    /// A result.
    public init(
        text: String, confidence: Double, alternatives: [SpeechTranscript.Alternative] = [],
        words: [SpeechTranscript.Word] = [], empty: SpeechTranscript.EmptyReason? = nil, engine: String,
        catalogRevision: String? = nil, problem: String? = nil
    ) {
        self.text = text
        self.confidence = confidence
        self.alternatives = alternatives
        self.words = words
        self.empty = empty
        self.engine = engine
        self.catalogRevision = catalogRevision
        self.problem = problem
    }

    /// Becomes empty below a confidence; the text stays as an alternative.
    mutating func rejectUnlessConfident(_ threshold: Double) {
        guard confidence < threshold, !text.isEmpty else { return }
        alternatives = [.init(text: text, confidence: confidence)]
        text = ""
        words = []
        confidence = 0
    }

    /// The message that says so.
    ///
    /// - Parameter missingChunks: How many chunks of the turn's sound were lost on the way.
    public func transcript(missingChunks: Int = 0) -> SpeechTranscript {
        SpeechTranscript(
            text: text, confidence: confidence, alternatives: alternatives.isEmpty ? nil : alternatives,
            words: words.isEmpty ? nil : words, engine: engine, catalogRevision: catalogRevision, empty: empty,
            missingChunks: missingChunks > 0 ? missingChunks : nil, problem: problem)
    }
}
