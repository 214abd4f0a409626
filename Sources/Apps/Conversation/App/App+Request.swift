import SaybusMessages
import SaybusPhrases

extension App {
    /// A question that the app asks.
    public struct Request: Sendable, Equatable {
        /// What an answer is.
        public enum Kind: Sendable, Equatable {
            /// Any words.
            case string
            /// Yes or no.
            case confirmation
            /// One of several options.
            case select([SelectOption])
            /// A number, in a range if there is one.
            case number(ClosedRange<Double>?)
            /// Something in the shape of a pattern.
            case pattern([PhraseTemplate])
        }

        /// Its name, unique in the app; one that is written where it is asked is named after its place.
        public var name: String
        /// What an answer is.
        public var kind: Kind
        /// What is asked.
        public var prompt: Speech
        /// What is asked when it is asked again; nil asks the same.
        public var reprompt: Template?
        /// What is said before that to an answer that does not fit; nil chooses by the reason.
        public var invalid: Template?
        /// How often it is asked again; `Int.max` is without end.
        public var retries = 1
        /// The name of the answer for the actions that follow.
        public var answer = Request.defaultAnswer
        /// How long to wait for the answer to begin; nil is as long as usual.
        public var patience: Duration?
        /// What is done with an answer; for a confirmation, after `yes` or `no`.
        public var actions: [Action] = []
        /// What is done first after a yes.
        public var yes: [Action] = []
        /// What is done first after a no.
        public var no: [Action] = []
        /// What is heard when an action fails.
        public var failed: [Action] = App.defaultFailed
        /// What is done when no answer came that fits, or the question was called off.
        public var unanswered: [Action] = []

        /// The name of an answer unless the request gives another.
        public static let defaultAnswer = "answer"

        /// Creates a question.
        public init(name: String, kind: Kind, prompt: Speech) {
            (self.name, self.kind, self.prompt) = (name, kind, prompt)
        }

        /// All that may be done after it.
        public var outcomes: [[Action]] { [yes + actions, no + actions, unanswered] }
    }

    /// The request of a name; nil when there is none.
    public func request(_ name: String) -> Request? { requests[name] }
}
