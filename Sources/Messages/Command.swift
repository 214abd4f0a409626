// Command: what was meant is carried out, and the turn ends.

/// A command is being carried out.
public struct CommandInvoked: BusMessage {
    /// `command.invoked`
    public static let kind: Kind = "command.invoked"
    /// Tracked when a remote app has to carry it out; otherwise it is only told.
    public static let trackingOnDemand: Tracking? = Tracking(role: "app", answers: ["command.response"])

    /// Whose command.
    public var app: String
    /// Which command.
    public var type: String
    /// What was found in the utterance, by name.
    public var parameters: [String: Parameter]
    /// How sure the recognizer was, 0…1.
    public var confidence: Double
    /// The pattern or model that won.
    public var matcher: String?
    /// What was said.
    public var text: String

    /// An invocation.
    public init(
        app: String, type: String, parameters: [String: Parameter], confidence: Double, matcher: String? = nil,
        text: String
    ) {
        self.app = app
        self.type = type
        self.parameters = parameters
        self.confidence = confidence
        self.matcher = matcher
        self.text = text
    }

    /// The body's shape.
    public static let schema = Schema.object(
        "A command is being carried out.",
        [
            .required("app", .string, "Whose command."),
            .required("type", .string, "Which command."),
            .required("parameters", .dictionary(Parameter.schema), "What was found in the utterance, by name."),
            .required("confidence", .fraction, "How sure the recognizer was."),
            .optional("matcher", .string, "The pattern or model that won."),
            .required("text", .string, "What was said."),
        ])
    /// With and without parameters.
    public static let examples = [
        CommandInvoked(
            app: "mail", type: "Choose",
            parameters: [
                "name": Parameter(
                    value: .text("pikachu"), words: "pikachu", type: "String", span: Parameter.Span(start: 13, end: 20))
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
    /// A question to ask then.
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
            followUp: .init(kind: "select", prompt: "Toby or Susan?", options: ["Toby", "Susan"]),
            events: [
                .tone(.init(frequency: 880, durationMs: 120, volume: 0.3, attackMs: 5, releaseMs: 20)),
                .file(.init("bell.wav")), .silence(durationMs: 200),
                .composite([
                    .speech(.init("Ask again.", format: .markdown, voice: "en-gb", rate: 170, pitch: 50, volume: 0.8))
                ]),
            ], isTerminal: false, problem: "The third is asleep."),
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
        /// The answers to choose from.
        public var options: [String]?

        /// A question.
        public init(kind: String, prompt: String, options: [String]? = nil) {
            (self.kind, self.prompt, self.options) = (kind, prompt, options)
        }

        static let schema = Schema.object(
            "A question.",
            [
                .required("kind", .string, "What is wanted: string, confirmation, select, number, pattern, …"),
                .required("prompt", .string, "What is asked."),
                .optional("options", .array(.string), "The answers to choose from."),
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
            question: Question(kind: "select", prompt: "Toby or Susan?", options: ["Toby", "Susan"]),
            reason: "\"Peter\" is not on the list"),
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
