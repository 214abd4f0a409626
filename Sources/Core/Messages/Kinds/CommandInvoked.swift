/// A notice that a command is being carried out, or that a question of a remote app has ended.
///
/// Published by the dispatch stage.
public struct CommandInvoked: BusMessage {
    /// `command.invoked`
    public static let kind: Kind = "command.invoked"
    /// The rules for a command that a remote app has to carry out. For other apps the message is not tracked,
    /// and only informs.
    ///
    /// With Hermes, the MQTT bridge is the app of those who take commands over MQTT.
    public static let trackingOnDemand: Tracking? = Tracking(
        role: .app, answers: ["command.response"], standIns: [.link, .mqtt])

    /// The end of a question that a remote app has asked.
    public struct Answer: Sendable, Equatable, Codable {
        /// A way in which a question ends.
        public enum Outcome: String, Sendable, Codable, CaseIterable {
            /// Answered: the parameters hold the answer.
            case given
            /// Not answered in a way that fits, after all retries.
            case unanswered
            /// Cancelled by the user or by a program, or impossible to ask.
            case cancelled
        }

        /// The id of the `command.response` that asked the question.
        public var asked: MessageID
        /// The way in which the question ended.
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
    /// The recognizer's confidence that this command was meant, 0…1.
    public var confidence: Double
    /// The pattern or model that won; absent when the recognizer names none.
    public var matcher: String?
    /// The transcript of the utterance.
    public var text: String
    /// The end of the remote app's question; absent for a command.
    public var answer: Answer?
    /// The program that carries out the command, of those that run the same remote app; absent for an app of the
    /// publisher.
    public var owner: Source?

    /// Creates an invocation.
    public init(
        app: String, type: String, parameters: [String: Parameter], confidence: Double, matcher: String? = nil,
        text: String, answer: Answer? = nil, owner: Source? = nil
    ) {
        self.app = app
        self.type = type
        self.parameters = parameters
        self.confidence = confidence
        self.matcher = matcher
        self.text = text
        self.answer = answer
        self.owner = owner
    }

    /// The schema of the body, which `saybus schema command.invoked` prints.
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
            .optional(
                "owner", .string,
                "The program that carries it out, role/instance; others of the same app leave it alone."),
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
            confidence: 0.9, matcher: "i choose you @name", text: "i choose you pikachu",
            owner: Source(role: .app, instance: "mail-1")),
        CommandInvoked(app: "kitchen", type: "Next", parameters: [:], confidence: 1, text: "next"),
    ]

    /// Refuses a confidence that is not from 0 to 1.
    public func checkRanges() throws(MessageError) {
        try Self.checkConfidence(confidence, "confidence")
        for (name, parameter) in parameters {
            try Self.checkConfidence(parameter.confidence, "parameters.\(name).confidence")
        }
    }
}
