import SaybusMessages

/// The result of a command's actions.
public struct ActionOutcome: Sendable, Equatable {
    /// The events to play, in order. After a failure they include the apology.
    public var events: [AudioEvent]
    /// The reason for the failure, for the log and for `TurnEnded.reason`; nil on success.
    public var problem: String?
    /// Lines for the log: the app's own, and reports of dropped output.
    public var logs: [String]
    /// The question to ask the user next; nil for none.
    public var question: Question?

    /// A request to present, with the values known at that time.
    public struct Question: Sendable, Equatable {
        /// The request's name.
        public var request: String
        /// The values that the request's texts may use.
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
