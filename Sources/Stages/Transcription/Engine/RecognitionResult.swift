public import SaybusMessages

/// The recognized speech of a turn.
public struct RecognitionResult: Sendable, Equatable {
    /// Lower-case words; empty when nothing was understood.
    public var text: String
    /// The recognizer's confidence, 0…1.
    public var confidence: Double
    /// Other hypotheses, best first.
    public var alternatives: [SpeechTranscript.Alternative]
    /// The words with their times in milliseconds from the turn's first sample.
    public var words: [SpeechTranscript.Word]
    /// The reason why the text is empty; nil when it is not.
    public var empty: SpeechTranscript.EmptyReason?
    /// The name of the recognizer.
    public var engine: String
    /// The ``Vocabulary/revision`` of the vocabulary in use.
    var catalogRevision: String?
    /// A sentence about what went wrong; nil when nothing did.
    public var problem: String?

    /// Creates a result.
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

    /// Empties the result if its confidence is below a threshold; its text becomes the only alternative.
    mutating func rejectUnlessConfident(_ threshold: Double) {
        guard confidence < threshold, !text.isEmpty else { return }
        alternatives = [.init(text: text, confidence: confidence)]
        text = ""
        words = []
        confidence = 0
    }

    /// Returns the transcript message for the result.
    ///
    /// - Parameter missingChunks: The number of chunks of the turn's sound that were lost.
    public func transcript(missingChunks: Int = 0) -> SpeechTranscript {
        // Receivers refuse a confidence of another range, which a server of others may give.
        let others = alternatives.map { alternative in
            SpeechTranscript.Alternative(
                text: alternative.text, confidence: Self.fraction(alternative.confidence), engine: alternative.engine)
        }
        return SpeechTranscript(
            text: text, confidence: Self.fraction(confidence), alternatives: others.isEmpty ? nil : others,
            words: words.isEmpty ? nil : words, engine: engine, catalogRevision: catalogRevision, empty: empty,
            missingChunks: missingChunks > 0 ? missingChunks : nil, problem: problem)
    }

    private static func fraction(_ value: Double) -> Double { value.isNaN ? 0 : min(1, max(0, value)) }
}
