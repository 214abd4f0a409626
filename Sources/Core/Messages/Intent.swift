// Intent: text becomes what was meant.

/// A value found in an utterance.
public struct Parameter: Sendable, Equatable, Codable {
    /// Text or number.
    public enum Value: Sendable, Equatable, Codable, CustomStringConvertible {
        /// Words.
        case text(String)
        /// A number.
        case number(Double)

        /// Reads a JSON string or number.
        public init(from decoder: any Decoder) throws {
            let container = try decoder.singleValueContainer()
            if let number = try? container.decode(Double.self) {
                self = .number(number)
            } else {
                self = .text(try container.decode(String.self))
            }
        }

        /// Writes a JSON string or number.
        public func encode(to encoder: any Encoder) throws {
            var container = encoder.singleValueContainer()
            switch self {
            case .text(let text): try container.encode(text)
            case .number(let number): try container.encode(number)
            }
        }

        /// The text, or the number without needless decimals.
        public var description: String {
            switch self {
            case .text(let text): text
            case .number(let number): Int64(exactly: number).map { "\($0)" } ?? "\(number)"
            }
        }
    }

    /// Characters of the transcript: `[start, end)`.
    public struct Span: Sendable, Equatable, Codable {
        /// The first character.
        public var start: Int
        /// One past the last character.
        public var end: Int

        /// A span.
        public init(start: Int, end: Int) { (self.start, self.end) = (start, end) }
    }

    /// How the words were made a value.
    public struct Resolution: Sendable, Equatable, Codable {
        /// Whether a value was found.
        public enum Status: String, Sendable, Equatable, Codable, CaseIterable {
            /// One value.
            case matched
            /// None: the value is what was said.
            case unmatched
            /// Several: the value is the first of the candidates.
            case ambiguous
        }

        /// A value that the words may stand for.
        public struct Candidate: Sendable, Equatable, Codable {
            /// The value.
            public var value: Value
            /// What the app calls it.
            public var id: String?

            /// A candidate.
            public init(value: Value, id: String? = nil) { (self.value, self.id) = (value, id) }
        }

        /// Whether a value was found.
        public var status: Status
        /// What the app calls the value.
        public var id: String?
        /// The values that the words may stand for, when there are several.
        public var candidates: [Candidate]?

        /// A resolution.
        public init(_ status: Status, id: String? = nil, candidates: [Candidate]? = nil) {
            (self.status, self.id, self.candidates) = (status, id, candidates)
        }

        static let schema = Schema.object(
            "How the words were made a value.",
            [
                .required("status", .choice(Status.allCases.map(\.rawValue)), "Whether a value was found."),
                .optional("id", .string, "What the app calls the value."),
                .optional(
                    "candidates",
                    .array(
                        .object(
                            "A value that the words may stand for.",
                            [
                                .required("value", .anyOf([.string, .number]), "The value."),
                                .optional("id", .string, "What the app calls it."),
                            ])), "What the words may stand for, when there are several."),
            ])
    }

    /// The value to work with.
    public var value: Value
    /// The words in which it was said; empty when no words said it.
    public var words: String
    /// The type that the pattern asked for: `String`, `Number`, a built-in type, or a slot type of the catalog.
    public var type: String
    /// Where the words are in the transcript.
    public var span: Span?
    /// How sure the value is, 0…1; nil when the recognizer does not say.
    public var confidence: Double?
    /// How the words were made the value; nil for words as they are.
    public var resolution: Resolution?

    /// A parameter.
    public init(
        value: Value, words: String, type: String, span: Span? = nil, confidence: Double? = nil,
        resolution: Resolution? = nil
    ) {
        (self.value, self.words, self.type, self.span) = (value, words, type, span)
        (self.confidence, self.resolution) = (confidence, resolution)
    }

    static let schema = Schema.object(
        "A value found in an utterance.",
        [
            .required("value", .anyOf([.string, .number]), "The value to work with."),
            .required("words", .string, "The words in which it was said."),
            .required("type", .string, "The type that the pattern asked for: String, Number, or a slot type."),
            .optional(
                "span",
                .object(
                    "Characters of the transcript.",
                    [
                        .required("start", .integer, "The first character."),
                        .required("end", .integer, "One past the last character."),
                    ]), "Where the words are."),
            .optional("confidence", .fraction, "How sure the value is."),
            .optional("resolution", Resolution.schema, "How the words were made the value."),
        ])
}

/// What an utterance may mean, best first; no hypothesis means: not understood.
public struct SpeechIntent: BusMessage {
    /// `speech.intent`
    public static let kind: Kind = "speech.intent"
    /// Tracked: an invoked command or the turn's end answers it.
    public static let tracking: Tracking? = Tracking(
        role: "dispatch", answers: ["command.invoked", "turn.ended"], whenTakerIsLost: .report)

    /// One reading of the utterance.
    public struct Hypothesis: Sendable, Equatable, Codable {
        /// Whose command it is.
        public var app: String
        /// The command's type.
        public var type: String
        /// How sure the recognizer is, 0…1; from 0.5 on it is likely.
        public var confidence: Double
        /// What was found in the utterance, by name.
        public var parameters: [String: Parameter]
        /// The pattern that matched, or the model that decided.
        public var matcher: String?

        /// A reading.
        public init(
            app: String, type: String, confidence: Double, parameters: [String: Parameter] = [:],
            matcher: String? = nil
        ) {
            self.app = app
            self.type = type
            self.confidence = confidence
            self.parameters = parameters
            self.matcher = matcher
        }

        static let schema = Schema.object(
            "One reading of the utterance.",
            [
                .required("app", .string, "Whose command it is."),
                .required("type", .string, "The command's type."),
                .required("confidence", .fraction, "How sure the recognizer is; from 0.5 on it is likely."),
                .required("parameters", .dictionary(Parameter.schema), "What was found in the utterance, by name."),
                .optional("matcher", .string, "The pattern that matched, or the model that decided."),
            ])
    }

    /// The transcript's text.
    public var text: String
    /// Best first; empty when nothing fits.
    public var hypotheses: [Hypothesis]
    /// What recognized it: `pattern`, …
    public var engine: String
    /// Which revision of the catalog was matched; nil when there was none.
    public var catalogRevision: String?
    /// Why the text is empty, as the transcript says; nil when there is text.
    public var empty: SpeechTranscript.EmptyReason?

    /// An intent.
    public init(
        text: String, hypotheses: [Hypothesis], engine: String, catalogRevision: String? = nil,
        empty: SpeechTranscript.EmptyReason? = nil
    ) {
        self.text = text
        self.hypotheses = hypotheses
        self.engine = engine
        self.catalogRevision = catalogRevision
        self.empty = empty
    }

    /// The body's shape.
    public static let schema = Schema.object(
        "What an utterance may mean; no hypothesis means: not understood.",
        [
            .required("text", .string, "The transcript's text."),
            .required("hypotheses", .array(Hypothesis.schema), "Best first; empty when nothing fits."),
            .required("engine", .string, "What recognized it: pattern, …"),
            .optional("catalogRevision", .string, "Which revision of the catalog was matched."),
            .optional(
                "empty", .choice(SpeechTranscript.EmptyReason.allCases.map(\.rawValue)), "Why the text is empty."),
        ])
    /// Understood, nothing heard, not understood.
    public static let examples = [
        SpeechIntent(
            text: "set a timer for ten minutes",
            hypotheses: [
                Hypothesis(
                    app: "kitchen", type: "SetTimer", confidence: 1,
                    parameters: [
                        "minutes": Parameter(
                            value: .number(10), words: "ten", type: "Number", span: Parameter.Span(start: 16, end: 19),
                            confidence: 1)
                    ], matcher: "set a timer for @minutes:Number minutes"),
                Hypothesis(
                    app: "music", type: "Play", confidence: 0.5,
                    parameters: [
                        "song": Parameter(
                            value: .text("Ten"), words: "ten", type: "Song", span: Parameter.Span(start: 16, end: 19),
                            confidence: 0.5,
                            resolution: Parameter.Resolution(
                                .ambiguous, id: "s1",
                                candidates: [.init(value: .text("Ten"), id: "s1"), .init(value: .number(10))]))
                    ]),
            ], engine: "pattern", catalogRevision: "kitchen@9f2c41d07be3a865"),
        SpeechIntent(text: "", hypotheses: [], engine: "pattern", empty: .silence),
        SpeechIntent(text: "blue sky", hypotheses: [], engine: "pattern"),
    ]
}
