/// The final transcript of a turn, published by the transcribe stage or by any client that sends text.
///
/// Each turn with audio gets one. A recognizer that fails, or recognizes nothing, publishes an empty text
/// with the reason in ``empty``.
public struct SpeechTranscript: BusMessage {
    /// `speech.transcript`
    public static let kind: Kind = "speech.transcript"
    /// Tracked: an intent answers it.
    public static let tracking: Tracking? = Tracking(
        role: .intent, answers: ["speech.intent", "command.invoked"], whenReceiverIsLost: .sendAgain)

    /// A reason why a transcript has no text.
    public enum EmptyReason: String, Sendable, Codable, CaseIterable {
        /// Only silence, or noise without a voice.
        case silence
        /// Sound that the recognizer could not match to words.
        case unrecognized
        /// The recognizer failed, as ``SpeechTranscript/problem`` says.
        case failed
    }

    /// A word, and the part of the turn's sound in which it was said.
    public struct Word: Sendable, Equatable, Codable {
        /// The word, as in the transcript.
        public var word: String
        /// Its beginning, in milliseconds from the turn's first sample.
        public var startMs: Int
        /// Its end, in milliseconds from the turn's first sample.
        public var endMs: Int

        /// Creates a word.
        public init(word: String, startMs: Int, endMs: Int) {
            (self.word, self.startMs, self.endMs) = (word, startMs, endMs)
        }

        static let schema = Schema.object(
            "A word and its time.",
            [
                .required("word", .string, "The word as in the transcript."),
                .required("startMs", .integer, "Its beginning, milliseconds from the turn's first sample."),
                .required("endMs", .integer, "Its end, milliseconds from the turn's first sample."),
            ])
    }

    /// Another hypothesis on the words (n-best).
    public struct Alternative: Sendable, Equatable, Codable {
        /// The words, in the form of ``SpeechTranscript/text``.
        public var text: String
        /// The recognizer's confidence, 0…1.
        public var confidence: Double
        /// The name of the recognizer; absent when it is that of the transcript.
        public var engine: String?

        /// Creates an alternative.
        public init(text: String, confidence: Double, engine: String? = nil) {
            (self.text, self.confidence, self.engine) = (text, confidence, engine)
        }

        static let schema = Schema.object(
            "Another hypothesis on the words.",
            [
                .required("text", .string, "The text."), .required("confidence", .fraction, "0…1."),
                .optional("engine", .string, "The recognizer's name, if it is another one than the transcript's."),
            ])
    }

    /// The words in lower case without punctuation, or the text as typed; empty when nothing was recognized.
    public var text: String
    /// The recognizer's confidence, 0…1; 1 for typed text.
    public var confidence: Double
    /// Further hypotheses, best first; absent when the recognizer gives none.
    public var alternatives: [Alternative]?
    /// The times of the words; absent when the recognizer gives none.
    public var words: [Word]?
    /// The recognizer's name: `pocketsphinx`, …; `text` for typed text.
    public var engine: String
    /// The revision of the merged catalog from which the recognizer's grammar was made; absent when it used
    /// none.
    public var catalogRevision: String?
    /// The reason for an empty text; absent when there is text.
    public var empty: EmptyReason?
    /// The number of the turn's audio chunks that did not arrive; absent when all arrived.
    public var missingChunks: Int?
    /// A problem of the recognition, as a sentence; absent when there was none.
    public var problem: String?

    /// The reason why there is no text; nil when there is text, which counts before ``empty``.
    public var emptyReason: EmptyReason? { text.allSatisfy(\.isWhitespace) ? empty : nil }

    /// Creates a transcript.
    public init(
        text: String, confidence: Double = 1, alternatives: [Alternative]? = nil, words: [Word]? = nil, engine: String,
        catalogRevision: String? = nil, empty: EmptyReason? = nil, missingChunks: Int? = nil, problem: String? = nil
    ) {
        self.text = text
        self.confidence = confidence
        self.alternatives = alternatives
        self.words = words
        self.engine = engine
        self.catalogRevision = catalogRevision
        self.empty = empty
        self.missingChunks = missingChunks
        self.problem = problem
    }

    /// The schema of the body, which `saybus schema speech.transcript` prints.
    public static let schema = Schema.object(
        "The final transcript of a turn.",
        [
            .required("text", .string, "The text; empty when nothing was recognized."),
            .required("confidence", .fraction, "The recognizer's confidence."),
            .optional("alternatives", .array(Alternative.schema), "Further hypotheses, best first."),
            .optional("words", .array(Word.schema), "The times of the words."),
            .required("engine", .string, "The recognizer's name: pocketsphinx, …; text for typed text."),
            .optional("catalogRevision", .string, "Revision of the merged catalog from which the grammar was made."),
            .optional("empty", .choice(EmptyReason.allCases.map(\.rawValue)), "The reason for an empty text."),
            .optional("missingChunks", .integer, "Number of the turn's audio chunks that did not arrive."),
            .optional("problem", .string, "A problem of the recognition, as a sentence."),
        ])
    /// A transcript with every field, one of silence, and one of typed text.
    public static let examples = [
        SpeechTranscript(
            text: "next song", confidence: 0.87,
            alternatives: [
                Alternative(text: "next sum", confidence: 0.1),
                Alternative(text: "next song please", confidence: 0.1, engine: "whisper"),
            ],
            words: [Word(word: "next", startMs: 310, endMs: 560), Word(word: "song", startMs: 570, endMs: 980)],
            engine: "pocketsphinx", catalogRevision: "kitchen@9f2c41d07be3a865", empty: nil, missingChunks: 1,
            problem: "1 of 32 chunks was lost"),
        SpeechTranscript(text: "", confidence: 0, engine: "pocketsphinx", empty: .silence),
        SpeechTranscript(text: "next song", engine: "text"),
    ]

    /// Refuses a confidence that is not from 0 to 1.
    public func checkRanges() throws(MessageError) {
        try Self.checkConfidence(confidence, "confidence")
        for (index, alternative) in (alternatives ?? []).enumerated() {
            try Self.checkConfidence(alternative.confidence, "alternatives.\(index).confidence")
        }
    }
}
