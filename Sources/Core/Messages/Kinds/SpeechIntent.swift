/// The hypotheses on the meaning of an utterance, best first; without any, the utterance was not understood.
///
/// Published by the intent stage for every transcript.
public struct SpeechIntent: BusMessage {
    /// `speech.intent`
    public static let kind: Kind = "speech.intent"
    /// Tracked: an invoked command or the end of the turn answers it.
    public static let tracking: Tracking? = Tracking(
        role: .dispatch, answers: ["command.invoked", "turn.ended"], whenReceiverIsLost: .endTurn)

    /// A hypothesis on the meaning of the utterance.
    public struct Hypothesis: Sendable, Equatable, Codable {
        /// The name of the app that owns the command.
        public var app: String
        /// The command's type, as in the catalog of the app.
        public var type: String
        /// The recognizer's confidence, 0…1; 0.5 and more means likely.
        public var confidence: Double
        /// The values found in the utterance, by parameter name.
        public var parameters: [String: Parameter]
        /// The pattern that matched, or the model that decided; absent when the recognizer names none.
        public var matcher: String?
        /// The precedence over equally sure hypotheses of other apps: 2 for a command that something waits for in the
        /// session, and which no question takes as its answer, 1 for one that can be said in some sessions only; absent
        /// means 0.
        public var precedence: Int?

        /// Creates a hypothesis.
        public init(
            app: String, type: String, confidence: Double, parameters: [String: Parameter] = [:],
            matcher: String? = nil, precedence: Int? = nil
        ) {
            self.app = app
            self.type = type
            self.confidence = confidence
            self.parameters = parameters
            self.matcher = matcher
            self.precedence = precedence
        }

        static let schema = Schema.object(
            "A hypothesis on the meaning of the utterance.",
            [
                .required("app", .string, "The app that owns the command."),
                .required("type", .string, "The command's type."),
                .required("confidence", .fraction, "The recognizer's confidence; 0.5 and more means likely."),
                .required(
                    "parameters", .dictionary(Parameter.schema), "The values found in the utterance, by parameter name."
                ),
                .optional("matcher", .string, "The pattern that matched, or the model that decided."),
                .optional(
                    "precedence", .integer,
                    "Precedence over equally sure hypotheses of other apps: 2 for a command that something waits for, "
                        + "1 for one of this session, 0 when absent."),
            ])
    }

    /// The text of the transcript, after the editors of the intent stage.
    public var text: String
    /// The hypotheses, best first; empty when nothing matched.
    public var hypotheses: [Hypothesis]
    /// The recognizer's name: `pattern`, …
    public var engine: String
    /// The revision of the merged catalog that was matched; absent when there was no catalog.
    public var catalogRevision: String?
    /// The transcript's reason for an empty text; absent when there is text.
    public var empty: SpeechTranscript.EmptyReason?
    /// The confidence of the transcript, 0…1: whether its words were said; absent when there is no transcript. A
    /// dispatcher that was started after the transcript has not read that.
    public var confidence: Double?

    /// Creates an intent.
    public init(
        text: String, hypotheses: [Hypothesis], engine: String, catalogRevision: String? = nil,
        empty: SpeechTranscript.EmptyReason? = nil, confidence: Double? = nil
    ) {
        self.text = text
        self.hypotheses = hypotheses
        self.engine = engine
        self.catalogRevision = catalogRevision
        self.empty = empty
        self.confidence = confidence
    }

    /// The schema of the body, which `saybus schema speech.intent` prints.
    public static let schema = Schema.object(
        "The hypotheses on the meaning of an utterance; none means: not understood.",
        [
            .required("text", .string, "The text of the transcript, after the editors of the intent stage."),
            .required(
                "hypotheses", .array(Hypothesis.schema), "The hypotheses, best first; empty when nothing matched."),
            .required("engine", .string, "The recognizer's name: pattern, …"),
            .optional("catalogRevision", .string, "Revision of the merged catalog that was matched."),
            .optional(
                "empty", .choice(SpeechTranscript.EmptyReason.allCases.map(\.rawValue)), "The reason for an empty text."
            ),
            .optional("confidence", .fraction, "The confidence of the transcript: whether its words were said."),
        ])
    /// An intent with two hypotheses, one of silence, and one that was not understood.
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
                    ], matcher: "set a timer for @minutes:Number minutes", precedence: 1),
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
            ], engine: "pattern", catalogRevision: "kitchen@9f2c41d07be3a865", confidence: 0.9),
        SpeechIntent(text: "", hypotheses: [], engine: "pattern", empty: .silence),
        SpeechIntent(text: "blue sky", hypotheses: [], engine: "pattern"),
    ]

    /// Refuses a confidence that is not from 0 to 1.
    public func checkRanges() throws(MessageError) {
        try Self.checkConfidence(confidence, "confidence")
        for (index, hypothesis) in hypotheses.enumerated() {
            try Self.checkConfidence(hypothesis.confidence, "hypotheses.\(index).confidence")
            for (name, parameter) in hypothesis.parameters {
                try Self.checkConfidence(
                    parameter.confidence, "hypotheses.\(index).parameters.\(name).confidence")
            }
        }
    }
}
