import SaybusMessages

/// What came of a command.
public struct ActionOutcome: Sendable, Equatable {
    /// What is to be heard, in order; after a failure the apology is in it.
    public var events: [AudioEvent]
    /// Why the command failed, in a sentence for the log and for ``Messages/TurnEnded/reason``; nil when it did not.
    public var problem: String?
    /// Lines for the log: what the app writes, and what was dropped.
    public var logs: [String]
    /// What the user is asked next; nil when nothing is.
    public var question: Question?

    /// A request to present, and what is known when it is asked.
    public struct Question: Sendable, Equatable {
        /// The request's name.
        public var request: String
        /// What its texts may name.
        public var values: ActionValues
    }

    /// Creates an outcome.
    public init(
        events: [AudioEvent] = [], problem: String? = nil, logs: [String] = [], question: Question? = nil
    ) {
        self.question = question
        self.events = events
        self.problem = problem
        self.logs = logs
    }
}
