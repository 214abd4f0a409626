// Command: carrying out what was meant, and ending the turn.

/// A command that is being carried out, or the end of a question that a remote app has asked.
///
/// Published by the dispatch stage.
public struct CommandInvoked: BusMessage {
    /// `command.invoked`
    public static let kind: Kind = "command.invoked"
    /// Tracked when a remote app has to carry the command out; for other apps the message only informs.
    public static let trackingOnDemand: Tracking? = Tracking(role: "app", answers: ["command.response"])

    /// The end of a question that a remote app has asked.
    public struct Answer: Sendable, Equatable, Codable {
        /// The outcome of a question.
        public enum Outcome: String, Sendable, Codable, CaseIterable {
            /// Answered: the parameters hold the answer.
            case given
            /// Not answered with anything that fits, after all retries.
            case unanswered
            /// Cancelled by the user or by a program, or impossible to ask.
            case cancelled
        }

        /// The id of the `command.response` that asked the question.
        public var asked: MessageID
        /// The outcome of the question.
        public var outcome: Outcome
        /// The reason for a missing answer, as a sentence; absent for `given`.
        public var reason: String?

        /// Creates the end of a question.
        public init(asked: MessageID, outcome: Outcome, reason: String? = nil) {
            (self.asked, self.outcome, self.reason) = (asked, outcome, reason)
        }

        static let schema = Schema.object(
            "The end of a question.",
            [
                .required("asked", .uuid, "Id of the command.response that asked."),
                .required("outcome", .choice(Outcome.allCases.map(\.rawValue)), "The outcome of the question."),
                .optional("reason", .string, "The reason for a missing answer, as a sentence."),
            ])
    }

    /// The name of the app that owns the command.
    public var app: String
    /// The command's type; with an ``answer``, the type of the command that led to the question.
    public var type: String
    /// The values found in the utterance, by parameter name.
    ///
    /// The answer to a question is called `answer`: text, a number, the label of the chosen option, `yes` or
    /// `no`. For an option, `index` holds its number from 0. For a question of kind `pattern`, the parameters
    /// of the pattern are here.
    public var parameters: [String: Parameter]
    /// The recognizer's confidence, 0…1.
    public var confidence: Double
    /// The pattern or model that won; absent when the recognizer names none.
    public var matcher: String?
    /// The transcript of the utterance.
    public var text: String
    /// The end of the app's question; absent for a command.
    public var answer: Answer?

    /// Creates an invocation.
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

    /// The schema of the body.
    public static let schema = Schema.object(
        "A command is being carried out, or a question of a remote app has ended.",
        [
            .required("app", .string, "The app that owns the command."),
            .required("type", .string, "The command's type; with an answer, the one that led to the question."),
            .required(
                "parameters", .dictionary(Parameter.schema),
                "The values found in the utterance, by name; for an answer: answer, index, or the pattern's parameters."
            ),
            .required("confidence", .fraction, "The recognizer's confidence."),
            .optional("matcher", .string, "The pattern or model that won."),
            .required("text", .string, "The transcript of the utterance."),
            .optional("answer", Answer.schema, "The end of the app's question; absent for a command."),
        ])
    /// Invocations with and without parameters, and two ends of a question.
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

/// A remote app's answer to ``CommandInvoked``, published by the app.
public struct CommandResponse: BusMessage {
    /// `command.response`
    public static let kind: Kind = "command.response"
    /// A report: the dispatch stage waits for it.
    public static let isReport = true

    /// A sentence to speak first; absent means none.
    public var feedback: String?
    /// A question to ask after the feedback and the events; absent means none. The turn ends when the
    /// question has been asked, and the end of the question comes as another ``CommandInvoked`` with an
    /// answer.
    public var followUp: VoiceRequestStatus.Question?
    /// Events to play after the feedback; absent means none.
    public var events: [AudioEvent]?
    /// Whether the turn ends with this answer.
    public var isTerminal: Bool
    /// The reason that the command could not be carried out, as a sentence; absent on success.
    public var problem: String?

    /// Creates an answer.
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

    /// The schema of the body.
    public static let schema = Schema.object(
        "A remote app's answer to command.invoked.",
        [
            .optional("feedback", .string, "A sentence to speak first."),
            .optional(
                "followUp", VoiceRequestStatus.Question.schema, "A question to ask after the feedback and the events."),
            .optional("events", .array(AudioEvent.schema), "Events to play after the feedback."),
            .required("isTerminal", .boolean, "Whether the turn ends with this answer."),
            .optional("problem", .string, "The reason that the command could not be carried out, as a sentence."),
        ])
    /// Answers with everything, with questions, and the shortest one.
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

/// The state of a question to the user, published by the dispatch stage at every change.
public struct VoiceRequestStatus: BusMessage {
    /// `voice.request`
    public static let kind: Kind = "voice.request"

    /// A state of a question.
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
        /// Ended with an answer.
        case completed
    }

    /// A question to the user.
    public struct Question: Sendable, Equatable, Codable {
        /// The kind of answer: `string`, `confirmation`, `select`, `number`, `pattern`, …
        public var kind: String
        /// The text to speak.
        public var prompt: String
        /// The options; required for `select`, absent for other kinds.
        public var options: [String]?
        /// Other words for an option, by the option; absent means none.
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
    /// The question.
    public var question: Question
    /// The reason for `failed`, `cancelled` or `invalid`, as a sentence; absent for other states.
    public var reason: String?

    /// Creates a status.
    public init(request: MessageID, state: State, question: Question, reason: String? = nil) {
        (self.request, self.state, self.question, self.reason) = (request, state, question, reason)
    }

    /// The schema of the body.
    public static let schema = Schema.object(
        "The state of a question to the user.",
        [
            .required("request", .uuid, "The id of the question; the same in all its states."),
            .required("state", .choice(State.allCases.map(\.rawValue)), "The state that has been reached."),
            .required("question", Question.schema, "The question."),
            .optional("reason", .string, "The reason for failed, cancelled or invalid, as a sentence."),
        ])
    /// An example with most fields, one of a number, and the shortest one.
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

/// The end of a turn: the last message of every turn.
///
/// Published by the dispatch stage, or by a publisher that gives up waiting for an answer to a tracked
/// message.
public struct TurnEnded: BusMessage {
    /// `turn.ended`
    public static let kind: Kind = "turn.ended"
    /// A report: the listen stage and the clients of a turn wait for its end.
    public static let isReport = true
    /// When a stage is lost, several programs may have to end its turn; receivers take the first message and
    /// ignore the others.
    public static let isOncePerTurn = true

    /// The outcome of a turn.
    public enum Outcome: String, Sendable, Codable, CaseIterable {
        /// A command was carried out, and its answer was played.
        case handled
        /// The transcript matched no command.
        case notUnderstood = "not-understood"
        /// The transcript was empty.
        case noSpeech = "no-speech"
        /// The command could not be carried out.
        case failed
        /// Cancelled by the user or by a program.
        case cancelled
        /// A deadline passed.
        case expired
    }

    /// The outcome.
    public var outcome: Outcome
    /// The name of the app whose command was invoked; absent when none was.
    public var app: String?
    /// The type of the command that was invoked; absent when none was.
    public var command: String?
    /// The text that was spoken to the user in answer; absent when none was.
    public var spoken: String?
    /// Microseconds spent, by stage; empty when unknown.
    public var timings: [String: Int]
    /// The reason for an outcome other than `handled`, as a sentence; absent when there is none.
    public var reason: String?

    /// Creates the end of a turn.
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

    /// The schema of the body.
    public static let schema = Schema.object(
        "The end of a turn: the last message of every turn.",
        [
            .required("outcome", .choice(Outcome.allCases.map(\.rawValue)), "The outcome."),
            .optional("app", .string, "The app that owns the command."),
            .optional("command", .string, "The command's type."),
            .optional("spoken", .string, "The text that was spoken to the user in answer."),
            .required("timings", .dictionary(.integer), "Microseconds spent, by stage."),
            .optional("reason", .string, "The reason for an outcome other than handled, as a sentence."),
        ])
    /// An example with every field, and the shortest one.
    public static let examples = [
        TurnEnded(
            outcome: .failed, app: "kitchen", command: "Light", spoken: "Sorry, that did not work.",
            timings: ["transcribe": 120_000, "intent": 310, "dispatch": 900], reason: "the program ended with code 1"),
        TurnEnded(outcome: .noSpeech),
    ]
}
