/// The end of a turn: the last message of every turn.
///
/// Published by the dispatch stage, or by a publisher that gives up waiting for an answer to a tracked
/// message.
public struct TurnEnded: BusMessage {
    /// `turn.ended`
    public static let kind: Kind = "turn.ended"
    /// True: the listen stage and the clients of a turn wait for its end.
    public static let isReport = true
    /// True: several programs may end the turn of a lost stage. Receivers handle the first message and ignore
    /// the others.
    public static let isOncePerTurn = true

    /// A way in which a turn ends.
    public enum Outcome: String, Sendable, Codable, CaseIterable {
        /// A command was carried out, and its answer was played, or ended early because somebody wanted that.
        case handled
        /// The transcript matched no command.
        case notUnderstood = "not-understood"
        /// The transcript was empty.
        case noSpeech = "no-speech"
        /// The command could not be carried out.
        case failed
        /// Cancelled by the user or by a program.
        case cancelled
        /// A deadline passed before a stage answered.
        case expired
        /// Another listener of the group heard the same sentence more clearly, and its turn goes on.
        case elsewhere
    }

    /// The way in which the turn ended.
    public var outcome: Outcome
    /// The name of the app whose command was invoked; absent when none was.
    public var app: String?
    /// The type of the command that was invoked; absent when none was.
    public var command: String?
    /// The text that was spoken to the user in answer; absent when none was. Of an answer that the user, a program or a
    /// newer sequence stopped, the words that were played.
    public var spoken: String?
    /// Microseconds spent, by the role of the stage, such as `transcribe`; empty when unknown.
    public var timings: [String: Int]
    /// The reason for an outcome other than `handled`, as a sentence; for `handled`, what the app's author should know,
    /// such as a response without any effect. Absent when there is none.
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

    /// The schema of the body, which `saybus schema turn.ended` prints.
    public static let schema = Schema.object(
        "The end of a turn: the last message of every turn.",
        [
            .required("outcome", .choice(Outcome.allCases.map(\.rawValue)), "The outcome."),
            .optional("app", .string, "The app that owns the command."),
            .optional("command", .string, "The command's type."),
            .optional("spoken", .string, "The text that was spoken to the user in answer."),
            .required("timings", .dictionary(.integer), "Microseconds spent, by stage."),
            .optional(
                "reason", .string,
                "The reason for an outcome other than handled, or what the app's author should know of a handled turn."),
        ])
    /// An example with every field, and the shortest one.
    public static let examples = [
        TurnEnded(
            outcome: .failed, app: "kitchen", command: "Light", spoken: "Sorry, that did not work.",
            timings: ["transcribe": 120_000, "intent": 310, "dispatch": 900], reason: "the program ended with code 1"),
        TurnEnded(outcome: .noSpeech),
    ]
}
