import SaybusMessages

/// The result of a command's actions.
struct ActionOutcome: Sendable, Equatable {
    /// The events to play, in order. After a failure they include the apology.
    var events: [AudioEvent]
    /// The reason for the failure, for the log and for `TurnEnded.reason`; nil on success.
    var problem: String?
    /// Lines for the log: the app's own, and reports of dropped output.
    var logs: [String]
    /// The question to ask the user next; nil for none.
    var question: Question?

    /// A request to present, with the values known at that time.
    struct Question: Sendable, Equatable {
        /// The request's name.
        var request: String
        /// The values that the request's texts may use.
        var values: ActionValues
    }

    /// Creates an outcome.
    init(
        events: [AudioEvent] = [], problem: String? = nil, logs: [String] = [], question: Question? = nil
    ) {
        self.question = question
        self.events = events
        self.problem = problem
        self.logs = logs
    }
}
