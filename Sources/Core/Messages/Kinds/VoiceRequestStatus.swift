/// The state of a question to the user, published by the dispatch stage at every change.
public struct VoiceRequestStatus: BusMessage {
    /// `voice.request`
    public static let kind: Kind = "voice.request"

    /// A state of a question, from its prompt to its end.
    public enum State: String, Sendable, Codable, CaseIterable {
        /// The prompt is being spoken.
        case presented
        /// The listen stage waits for the answer.
        case listening
        /// The answer was understood.
        case interpreted
        /// The answer does not fit the question.
        case invalid
        /// All retries are used up, or an error occurred.
        case failed
        /// Cancelled by the user or by a program.
        case cancelled
        /// Ended normally.
        case completed
    }

    /// A question to the user, and the answers that fit.
    public struct Question: Sendable, Equatable, Codable {
        /// The type of answer: `string`, `confirmation`, `select`, `number`, `pattern`, …
        public var kind: String
        /// The text to speak when the question is asked for the first time.
        public var prompt: String
        /// The options; required for `select`, absent for other kinds.
        public var options: [String]?
        /// Other words for the options, by option; absent means none.
        public var aliases: [String: [String]]?
        /// The patterns of an answer; required for `pattern`. In `voice.request`, further patterns to listen
        /// for. Absent means none.
        public var patterns: [String]?
        /// The smallest `number` that is accepted; absent means no limit.
        public var minimum: Double?
        /// The largest `number` that is accepted; absent means no limit.
        public var maximum: Double?
        /// The text to speak when the question is asked again; absent means the prompt.
        public var reprompt: String?
        /// The number of times that the question is asked again after an answer that does not fit. Absent
        /// means once, and for a `pattern` until an answer fits.
        public var retries: Int?

        /// Creates a question.
        public init(
            kind: String, prompt: String, options: [String]? = nil, aliases: [String: [String]]? = nil,
            patterns: [String]? = nil, minimum: Double? = nil, maximum: Double? = nil, reprompt: String? = nil,
            retries: Int? = nil
        ) {
            (self.kind, self.prompt, self.options, self.aliases) = (kind, prompt, options, aliases)
            (self.patterns, self.minimum, self.maximum) = (patterns, minimum, maximum)
            (self.reprompt, self.retries) = (reprompt, retries)
        }

        static let schema = Schema.object(
            "A question.",
            [
                .required("kind", .string, "The kind of answer: string, confirmation, select, number, pattern, …"),
                .required("prompt", .string, "The text to speak."),
                .optional("options", .array(.string), "The options; required for select."),
                .optional("aliases", .dictionary(.array(.string)), "Other words for an option, by the option."),
                .optional("patterns", .array(.string), "The patterns of an answer; required for pattern."),
                .optional("minimum", .number, "The smallest number that is accepted."),
                .optional("maximum", .number, "The largest number that is accepted."),
                .optional(
                    "reprompt", .string, "The text to speak when the question is asked again; the prompt when absent."),
                .optional(
                    "retries", .integer, "Number of times that it is asked again after an answer that does not fit."),
            ])
    }

    /// The id of the question; the same in all its states.
    public var request: MessageID
    /// The state that has been reached.
    public var state: State
    /// The question, with the answers that fit.
    public var question: Question
    /// The reason for `failed`, `cancelled` or `invalid`, as a sentence; absent for other states.
    public var reason: String?
    /// Whether a command that is said instead of an answer ends the question, and is carried out; absent means no.
    public var yieldsToCommands: Bool?

    /// Creates a status.
    public init(
        request: MessageID, state: State, question: Question, reason: String? = nil, yieldsToCommands: Bool? = nil
    ) {
        (self.request, self.state, self.question, self.reason) = (request, state, question, reason)
        self.yieldsToCommands = yieldsToCommands
    }

    /// The schema of the body, which `saybus schema voice.request` prints.
    public static let schema = Schema.object(
        "The state of a question to the user.",
        [
            .required("request", .uuid, "The id of the question; the same in all its states."),
            .required("state", .choice(State.allCases.map(\.rawValue)), "The state that has been reached."),
            .required("question", Question.schema, "The question."),
            .optional("reason", .string, "The reason for failed, cancelled or invalid, as a sentence."),
            .optional(
                "yieldsToCommands", .boolean,
                "Whether a command that is said instead of an answer ends the question, and is carried out."),
        ])
    /// An example with most fields, one of a number, and the shortest one.
    public static let examples = [
        VoiceRequestStatus(
            request: MessageID(millisecondsSince1970: 1_780_000_000_000), state: .invalid,
            question: Question(
                kind: "select", prompt: "Toby or Susan?", options: ["Toby", "Susan"], aliases: ["Toby": ["the cook"]],
                reprompt: "Which of the two?", retries: 2), reason: "\"Peter\" is not on the list",
            yieldsToCommands: true),
        VoiceRequestStatus(
            request: MessageID(millisecondsSince1970: 1_780_000_000_000), state: .presented,
            question: Question(
                kind: "number", prompt: "How many?", patterns: ["@number:Number"], minimum: 1, maximum: 12)),
        VoiceRequestStatus(
            request: MessageID(millisecondsSince1970: 1_780_000_000_000), state: .listening,
            question: Question(kind: "string", prompt: "What is your name?")),
    ]
}
