import SaybusConversation
import SaybusMessages
import SaybusPhrases

extension App {
    /// A question that the app asks.
    public struct Request: Sendable, Equatable {
        /// The kind of answer that a question accepts.
        public enum Kind: Sendable, Equatable {
            /// Any words.
            case string
            /// Yes or no.
            case confirmation
            /// One of several options.
            case select([SelectOption])
            /// A number, in a range if there is one.
            case number(ClosedRange<Double>?)
            /// Words that match a pattern.
            case pattern([PhraseTemplate])
        }

        /// The request's name, unique in the app. An inline request is named after its place.
        public var name: String
        /// The kind of answer.
        public var kind: Kind
        /// The prompt.
        public var prompt: Speech
        /// The prompt when the question is repeated; nil repeats the first prompt.
        public var reprompt: Template?
        /// Speech about an unsuitable answer, before the question is repeated; nil chooses it by the reason.
        public var invalid: Template?
        /// Maximum number of repetitions; `Int.max` for no limit.
        public var retries = 1
        /// The name of the answer for the following actions.
        public var answer = Request.defaultAnswer
        /// Time to wait for the start of an answer; nil for the default.
        public var noSpeechTimeout: Duration?
        /// The actions after an answer; for a confirmation they follow `yes` or `no`.
        public var actions: [Action] = []
        /// The first actions after a yes.
        public var yes: [Action] = []
        /// The first actions after a no.
        public var no: [Action] = []
        /// The actions to play when an action fails.
        public var failed: [Action] = App.defaultFailed
        /// The actions when no suitable answer came, or the question was cancelled.
        public var unanswered: [Action] = []

        /// Default name of an answer.
        public static let defaultAnswer = "answer"

        /// Creates a question.
        public init(name: String, kind: Kind, prompt: Speech) {
            (self.name, self.kind, self.prompt) = (name, kind, prompt)
        }

        /// All possible sequences of actions after the question.
        public var outcomes: [[Action]] { [yes + actions, no + actions, unanswered] }
    }

    /// Returns the request of a name; nil without one.
    public func request(_ name: String) -> Request? { requests[name] }

    /// Returns the identifier of a value of a type's list; nil for a value without one.
    func id(of value: Parameter.Value, type: String) -> String? {
        slotTypes.first { $0.name == type }?.values.first { listed in
            let meant = listed.number.map { Parameter.Value.number($0) } ?? .text(listed.value)
            return meant == value
        }?.id
    }
}
