import SaybusConversation
import SaybusMessages
import SaybusPhrases

extension App {
    /// A question that the app asks.
    public struct Request: Sendable, Equatable {
        /// The kind of answer that a question accepts.
        enum Kind: Sendable, Equatable {
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
        var kind: Kind
        /// The prompt.
        var prompt: Speech
        /// The prompt when the question is repeated; nil repeats the first prompt.
        var reprompt: Template?
        /// Speech about an unsuitable answer, before the question is repeated; nil chooses it by the reason.
        var invalid: Template?
        /// Maximum number of repetitions; `Int.max` for no limit.
        var retries = 1
        /// The name of the answer for the following actions.
        var answer = Request.defaultAnswer
        /// Time to wait for the start of an answer; nil for the default.
        var noSpeechTimeout: Duration?
        /// The actions after an answer; for a confirmation they follow `yes` or `no`.
        var actions: [Action] = []
        /// The first actions after a yes.
        var yes: [Action] = []
        /// The first actions after a no.
        var no: [Action] = []
        /// The actions to play when an action fails.
        var failed: [Action] = App.defaultFailed
        /// The actions when no suitable answer came, or the question was cancelled.
        var unanswered: [Action] = []

        /// Default name of an answer.
        static let defaultAnswer = "answer"

        /// Creates a question.
        init(name: String, kind: Kind, prompt: Speech) {
            (self.name, self.kind, self.prompt) = (name, kind, prompt)
        }

        /// All possible sequences of actions after the question.
        var outcomes: [[Action]] { [yes + actions, no + actions, unanswered] }
    }

    /// Returns the request of a name; nil without one.
    func request(_ name: String) -> Request? { requests[name] }

    /// Returns the identifier of a value of a type's list; nil for a value without one.
    func id(of value: Parameter.Value, type: String) -> String? {
        slotTypes.first { $0.name == type }?.values.first { listed in
            let meant = listed.number.map { Parameter.Value.number($0) } ?? .text(listed.value)
            return meant == value
        }?.id
    }
}
