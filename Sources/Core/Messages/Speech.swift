// Speech: sound becomes text.

/// What has been understood so far of an utterance that goes on.
public struct SpeechPartial: BusMessage {
    /// `speech.partial`
    public static let kind: Kind = "speech.partial"

    /// The text so far; may change with the next revision.
    public var text: String
    /// 0, 1, 2, … within the turn.
    public var revision: Int
    /// Whether the text is a whole command already; nil when the recognizer cannot tell.
    public var isComplete: Bool?
    /// Whether more words may follow on the text; nil when the recognizer cannot tell.
    public var mayGoOn: Bool?
    /// How much of the turn the recognizer has heard, in milliseconds from its start; nil when it does not say.
    public var heardMs: Int?
    /// Where in the turn the text's last word ends, in milliseconds from its start: from there to ``heardMs`` there was
    /// nothing that it takes for a word. Nil when it does not say.
    public var wordsEndMs: Int?

    /// A partial result.
    public init(
        text: String, revision: Int, isComplete: Bool? = nil, mayGoOn: Bool? = nil, heardMs: Int? = nil,
        wordsEndMs: Int? = nil
    ) {
        (self.text, self.revision, self.isComplete, self.mayGoOn) = (text, revision, isComplete, mayGoOn)
        (self.heardMs, self.wordsEndMs) = (heardMs, wordsEndMs)
    }

    /// The body's shape.
    public static let schema = Schema.object(
        "What has been understood so far of an utterance that goes on.",
        [
            .required("text", .string, "The text so far; may change with the next revision."),
            .required("revision", .integer, "0, 1, 2, … within the turn."),
            .optional("isComplete", .boolean, "Whether the text is a whole command already."),
            .optional("mayGoOn", .boolean, "Whether more words may follow."),
            .optional("heardMs", .integer, "How much of the turn has been heard, in milliseconds."),
            .optional("wordsEndMs", .integer, "Where in the turn the last word ends, in milliseconds."),
        ])
    /// With and without the word on completeness and times.
    public static let examples = [
        SpeechPartial(
            text: "set a timer", revision: 2, isComplete: false, mayGoOn: true, heardMs: 1400, wordsEndMs: 1130),
        SpeechPartial(text: "set", revision: 0),
    ]
}

/// What was said: the final text of a turn, from a recognizer or from anybody who types.
public struct SpeechTranscript: BusMessage {
    /// `speech.transcript`
    public static let kind: Kind = "speech.transcript"
    /// Tracked: an intent answers it.
    public static let tracking: Tracking? = Tracking(
        role: "intent", answers: ["speech.intent", "command.invoked"], whenTakerIsLost: .sendAgain)

    /// Why there is no text.
    public enum EmptyReason: String, Sendable, Codable, CaseIterable {
        /// Nothing but silence was heard, or noise in which no voice is.
        case silence
        /// Something was heard that is no speech the recognizer knows.
        case unrecognized
        /// The recognizer failed; the text of ``SpeechTranscript/problem`` says how.
        case failed
    }

    /// A word and when it was said.
    public struct Word: Sendable, Equatable, Codable {
        /// The word as in the transcript.
        public var word: String
        /// Its beginning, milliseconds from the turn's first sample.
        public var startMs: Int
        /// Its end, milliseconds from the turn's first sample.
        public var endMs: Int

        /// A word with its times.
        public init(word: String, startMs: Int, endMs: Int) {
            (self.word, self.startMs, self.endMs) = (word, startMs, endMs)
        }

        static let schema = Schema.object(
            "A word and when it was said.",
            [
                .required("word", .string, "The word as in the transcript."),
                .required("startMs", .integer, "Its beginning, milliseconds from the turn's first sample."),
                .required("endMs", .integer, "Its end, milliseconds from the turn's first sample."),
            ])
    }

    /// What may have been said instead.
    public struct Alternative: Sendable, Equatable, Codable {
        /// The text.
        public var text: String
        /// 0…1.
        public var confidence: Double

        /// An alternative.
        public init(text: String, confidence: Double) { (self.text, self.confidence) = (text, confidence) }

        static let schema = Schema.object(
            "What may have been said instead.",
            [.required("text", .string, "The text."), .required("confidence", .fraction, "0…1.")])
    }

    /// The text in lower case without punctuation, or as typed; empty when nothing was understood.
    public var text: String
    /// How sure the recognizer is, 0…1.
    public var confidence: Double
    /// What may have been said instead, best first.
    public var alternatives: [Alternative]?
    /// When each word was said.
    public var words: [Word]?
    /// What made the text: `pocketsphinx`, `text`, …
    public var engine: String
    /// Which revision of the catalog the recognizer listened for; nil when it listened without one.
    public var catalogRevision: String?
    /// Why the text is empty; nil when it is not.
    public var empty: EmptyReason?
    /// How many chunks of the turn's sound were missing.
    public var missingChunks: Int?
    /// What went wrong, in a sentence.
    public var problem: String?

    /// A transcript.
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

    /// The body's shape.
    public static let schema = Schema.object(
        "What was said: the final text of a turn.",
        [
            .required("text", .string, "The text; empty when nothing was understood."),
            .required("confidence", .fraction, "How sure the recognizer is."),
            .optional("alternatives", .array(Alternative.schema), "What may have been said instead, best first."),
            .optional("words", .array(Word.schema), "When each word was said."),
            .required("engine", .string, "What made the text: pocketsphinx, text, …"),
            .optional("catalogRevision", .string, "Which revision of the catalog the recognizer listened for."),
            .optional("empty", .choice(EmptyReason.allCases.map(\.rawValue)), "Why the text is empty."),
            .optional("missingChunks", .integer, "How many chunks of the turn's sound were missing."),
            .optional("problem", .string, "What went wrong, in a sentence."),
        ])
    /// A full one, one of silence, a typed one.
    public static let examples = [
        SpeechTranscript(
            text: "next song", confidence: 0.87, alternatives: [Alternative(text: "next sum", confidence: 0.1)],
            words: [Word(word: "next", startMs: 310, endMs: 560), Word(word: "song", startMs: 570, endMs: 980)],
            engine: "pocketsphinx", catalogRevision: "kitchen@9f2c41d07be3a865", empty: nil, missingChunks: 1,
            problem: "1 of 32 chunks was lost"),
        SpeechTranscript(text: "", confidence: 0, engine: "pocketsphinx", empty: .silence),
        SpeechTranscript(text: "next song", engine: "text"),
    ]
}
