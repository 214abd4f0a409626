// Command: what was meant is carried out, and the turn ends.

/// A command is being carried out; or a question that its app has asked is over, and ``answer`` says how.
public struct CommandInvoked: BusMessage {
    /// `command.invoked`
    public static let kind: Kind = "command.invoked"
    /// Tracked when a remote app has to carry it out; otherwise it is only told.
    public static let trackingOnDemand: Tracking? = Tracking(role: "app", answers: ["command.response"])

    /// What became of a question that a remote app has asked.
    public struct Answer: Sendable, Equatable, Codable {
        /// How a question can end.
        public enum Outcome: String, Sendable, Codable, CaseIterable {
            /// It was answered: the parameters say what.
            case given
            /// No answer came that fits, however often it was asked.
            case unanswered
            /// Somebody called it off, or it could not be asked.
            case cancelled
        }

        /// The `command.response` that asked.
        public var asked: MessageID
        /// How the question ended.
        public var outcome: Outcome
        /// Why there is no answer, in a sentence.
        public var reason: String?

        /// An end of a question.
        public init(asked: MessageID, outcome: Outcome, reason: String? = nil) {
            (self.asked, self.outcome, self.reason) = (asked, outcome, reason)
        }

        static let schema = Schema.object(
            "What became of a question.",
            [
                .required("asked", .uuid, "The command.response that asked."),
                .required("outcome", .choice(Outcome.allCases.map(\.rawValue)), "How the question ended."),
                .optional("reason", .string, "Why there is no answer, in a sentence."),
            ])
    }

    /// Whose command.
    public var app: String
    /// Which command; with an ``answer``, the one that led to the question.
    public var type: String
    /// What was found in the utterance, by name. An answer is `answer`: text, a number, the option's label, `yes` or `no`; an option
    /// has its `index` from 0 beside it, and what fits a pattern the pattern's names.
    public var parameters: [String: Parameter]
    /// How sure the recognizer was, 0…1.
    public var confidence: Double
    /// The pattern or model that won.
    public var matcher: String?
    /// What was said.
    public var text: String
    /// What became of the app's question; nil for a command.
    public var answer: Answer?

    /// An invocation.
    public init(
        app: String, type: String, parameters: [String: Parameter], confidence: Double, matcher: String? = nil,
        text: String, answer: Answer? = nil
    ) {
        self.app = app
        self.type = type
        self.parameters = parameters
        self.confidence = confidence
        self.matcher = matcher
        self.text = text
        self.answer = answer
    }

    /// The body's shape.
    public static let schema = Schema.object(
        "A command is being carried out; or a question that its app has asked is over.",
        [
            .required("app", .string, "Whose command."),
            .required("type", .string, "Which command; with an answer, the one that led to the question."),
            .required(
                "parameters", .dictionary(Parameter.schema),
                "What was found in the utterance, by name; of an answer: answer, index, or a pattern's names."),
            .required("confidence", .fraction, "How sure the recognizer was."),
            .optional("matcher", .string, "The pattern or model that won."),
            .required("text", .string, "What was said."),
            .optional("answer", Answer.schema, "What became of the app's question; absent for a command."),
        ])
    /// With and without parameters, and the two ends of a question.
    public static let examples = [
        CommandInvoked(
            app: "mail", type: "Choose",
            parameters: [
                "answer": Parameter(value: .text("Toby Pikachu"), words: "the first one", type: "String"),
                "index": Parameter(value: .number(0), words: "the first one", type: "Number"),
            ], confidence: 1, text: "the first one",
            answer: Answer(asked: MessageID(millisecondsSince1970: 1_780_000_000_000), outcome: .given)),
        CommandInvoked(
            app: "mail", type: "Choose", parameters: [:], confidence: 1, text: "never mind",
            answer: Answer(
                asked: MessageID(millisecondsSince1970: 1_780_000_000_000), outcome: .cancelled,
                reason: "the user called it off")),
        CommandInvoked(
            app: "mail", type: "Choose",
            parameters: [
                "name": Parameter(
                    value: .text("Pikachu"), words: "pikachu", type: "Name", span: Parameter.Span(start: 13, end: 20),
                    confidence: 0.5,
                    resolution: Parameter.Resolution(
                        .ambiguous, id: "25",
                        candidates: [.init(value: .text("Pikachu"), id: "25"), .init(value: .text("Pikachu (gold)"))]))
            ],
            confidence: 0.9, matcher: "i choose you @name", text: "i choose you pikachu"),
        CommandInvoked(app: "kitchen", type: "Next", parameters: [:], confidence: 1, text: "next"),
    ]
}

/// A remote app's answer to ``CommandInvoked``.
public struct CommandResponse: BusMessage {
    /// `command.response`
    public static let kind: Kind = "command.response"
    /// The dispatcher waits for it.
    public static let isReport = true

    /// A sentence to say first.
    public var feedback: String?
    /// A question to ask then; its end comes as another ``CommandInvoked``, with an answer. The turn ends when it has been asked.
    public var followUp: VoiceRequestStatus.Question?
    /// What to play, after the feedback.
    public var events: [AudioEvent]?
    /// Whether the turn ends with this answer.
    public var isTerminal: Bool
    /// Why the command could not be carried out, in a sentence; nil when it was.
    public var problem: String?

    /// An answer.
    public init(
        feedback: String? = nil, followUp: VoiceRequestStatus.Question? = nil, events: [AudioEvent]? = nil,
        isTerminal: Bool = true, problem: String? = nil
    ) {
        self.feedback = feedback
        self.followUp = followUp
        self.events = events
        self.isTerminal = isTerminal
        self.problem = problem
    }

    /// The body's shape.
    public static let schema = Schema.object(
        "A remote app's answer to command.invoked.",
        [
            .optional("feedback", .string, "A sentence to say first."),
            .optional("followUp", VoiceRequestStatus.Question.schema, "A question to ask then."),
            .optional("events", .array(AudioEvent.schema), "What to play, after the feedback."),
            .required("isTerminal", .boolean, "Whether the turn ends with this answer."),
            .optional("problem", .string, "Why the command could not be carried out, in a sentence."),
        ])
    /// Everything at once, and a plain end.
    public static let examples = [
        CommandResponse(
            feedback: "I found two.",
            followUp: .init(
                kind: "select", prompt: "Toby or Susan?", options: ["Toby", "Susan"], aliases: ["Toby": ["the cook"]],
                reprompt: "Which of the two?", retries: 2),
            events: [
                .tone(.init(frequency: 880, durationMs: 120, volume: 0.3, attackMs: 5, releaseMs: 20)),
                .file(.init("bell.wav")), .silence(durationMs: 200),
                .composite([
                    .speech(
                        .init(
                            "Ask again.", format: .markdown, voice: "en-gb", rate: 170, pitch: 50, volume: 0.8,
                            id: "t-2"))
                ]),
            ], isTerminal: false, problem: "The third is asleep."),
        CommandResponse(followUp: .init(kind: "number", prompt: "How many?", minimum: 1, maximum: 12)),
        CommandResponse(followUp: .init(kind: "pattern", prompt: "Where to?", patterns: ["@row @column:Number"])),
        CommandResponse(),
    ]
}

/// What becomes of a question to the user.
public struct VoiceRequestStatus: BusMessage {
    /// `voice.request`
    public static let kind: Kind = "voice.request"

    /// A stage of the request's life.
    public enum State: String, Sendable, Codable, CaseIterable {
        /// The prompt is being spoken.
        case presented
        /// The ear is open for the answer.
        case listening
        /// The answer was understood.
        case interpreted
        /// The answer was none that fits.
        case invalid
        /// The tries are used up, or something broke.
        case failed
        /// Somebody called it off.
        case cancelled
        /// It ended as it should.
        case completed
    }

    /// A question.
    public struct Question: Sendable, Equatable, Codable {
        /// What is wanted: `string`, `confirmation`, `select`, `number`, `pattern`, …
        public var kind: String
        /// What is asked.
        public var prompt: String
        /// The answers to choose from; a `select` needs them.
        public var options: [String]?
        /// Other words for an option, by the option.
        public var aliases: [String: [String]]?
        /// What the answer looks like; a `pattern` needs them. In `voice.request`, what else to listen for.
        public var patterns: [String]?
        /// The smallest `number` that fits.
        public var minimum: Double?
        /// The greatest `number` that fits.
        public var maximum: Double?
        /// What is asked when it is asked again; nil asks the same.
        public var reprompt: String?
        /// How often it is asked again after an answer that does not fit; nil is once, and for a `pattern` until one fits.
        public var retries: Int?

        /// A question.
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
                .required("kind", .string, "What is wanted: string, confirmation, select, number, pattern, …"),
                .required("prompt", .string, "What is asked."),
                .optional("options", .array(.string), "The answers to choose from; a select needs them."),
                .optional("aliases", .dictionary(.array(.string)), "Other words for an option, by the option."),
                .optional("patterns", .array(.string), "What the answer looks like; a pattern needs them."),
                .optional("minimum", .number, "The smallest number that fits."),
                .optional("maximum", .number, "The greatest number that fits."),
                .optional("reprompt", .string, "What is asked when it is asked again."),
                .optional("retries", .integer, "How often it is asked again after an answer that does not fit."),
            ])
    }

    /// The request, through all its states.
    public var request: MessageID
    /// Where it stands.
    public var state: State
    /// The question.
    public var question: Question
    /// Why it failed or the answer did not fit, in a sentence.
    public var reason: String?

    /// A state.
    public init(request: MessageID, state: State, question: Question, reason: String? = nil) {
        (self.request, self.state, self.question, self.reason) = (request, state, question, reason)
    }

    /// The body's shape.
    public static let schema = Schema.object(
        "What becomes of a question to the user.",
        [
            .required("request", .uuid, "The request, through all its states."),
            .required("state", .choice(State.allCases.map(\.rawValue)), "Where it stands."),
            .required("question", Question.schema, "The question."),
            .optional("reason", .string, "Why it failed or the answer did not fit, in a sentence."),
        ])
    /// With everything and with the least.
    public static let examples = [
        VoiceRequestStatus(
            request: MessageID(millisecondsSince1970: 1_780_000_000_000), state: .invalid,
            question: Question(
                kind: "select", prompt: "Toby or Susan?", options: ["Toby", "Susan"], aliases: ["Toby": ["the cook"]],
                reprompt: "Which of the two?", retries: 2), reason: "\"Peter\" is not on the list"),
        VoiceRequestStatus(
            request: MessageID(millisecondsSince1970: 1_780_000_000_000), state: .presented,
            question: Question(
                kind: "number", prompt: "How many?", patterns: ["@number:Number"], minimum: 1, maximum: 12)),
        VoiceRequestStatus(
            request: MessageID(millisecondsSince1970: 1_780_000_000_000), state: .listening,
            question: Question(kind: "string", prompt: "What is your name?")),
    ]
}

/// A turn has ended: the last message of every turn.
public struct TurnEnded: BusMessage {
    /// `turn.ended`
    public static let kind: Kind = "turn.ended"
    /// Listeners and people wait for the end of a turn.
    public static let isReport = true
    /// When a stage is lost, more than one may have to end its turn; the first that is heard counts.
    public static let isOncePerTurn = true

    /// How a turn can end.
    public enum Outcome: String, Sendable, Codable, CaseIterable {
        /// A command was carried out and its answer heard.
        case handled
        /// The words fitted no command.
        case notUnderstood = "not-understood"
        /// There were no words.
        case noSpeech = "no-speech"
        /// The command could not be carried out.
        case failed
        /// Somebody called it off.
        case cancelled
        /// It took longer than its deadline.
        case expired
    }

    /// How it ended.
    public var outcome: Outcome
    /// Whose command; nil when none was invoked.
    public var app: String?
    /// Which command; nil when none was invoked.
    public var command: String?
    /// What was said to the user in answer.
    public var spoken: String?
    /// Microseconds spent, by stage.
    public var timings: [String: Int]
    /// Why it failed, in a sentence.
    public var reason: String?

    /// An end.
    public init(
        outcome: Outcome, app: String? = nil, command: String? = nil, spoken: String? = nil,
        timings: [String: Int] = [:], reason: String? = nil
    ) {
        self.outcome = outcome
        self.app = app
        self.command = command
        self.spoken = spoken
        self.timings = timings
        self.reason = reason
    }

    /// The body's shape.
    public static let schema = Schema.object(
        "A turn has ended: the last message of every turn.",
        [
            .required("outcome", .choice(Outcome.allCases.map(\.rawValue)), "How it ended."),
            .optional("app", .string, "Whose command."),
            .optional("command", .string, "Which command."),
            .optional("spoken", .string, "What was said to the user in answer."),
            .required("timings", .dictionary(.integer), "Microseconds spent, by stage."),
            .optional("reason", .string, "Why it failed, in a sentence."),
        ])
    /// With everything and with the least.
    public static let examples = [
        TurnEnded(
            outcome: .failed, app: "kitchen", command: "Light", spoken: "Sorry, that did not work.",
            timings: ["transcribe": 120_000, "intent": 310, "dispatch": 900], reason: "the program ended with code 1"),
        TurnEnded(outcome: .noSpeech),
    ]
}
