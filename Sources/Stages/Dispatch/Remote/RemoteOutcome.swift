import SaybusBus
import SaybusMessages
import SaybusPhrases

/// The result of a command that a remote app carried out.
package struct RemoteOutcome: Sendable, Equatable {
    /// A question of the app to the user.
    package struct Question: Sendable, Equatable {
        /// The question, as the app put it.
        package let question: VoiceRequestStatus.Question
        /// The id of the `command.response` that asked.
        package let response: MessageID
        /// The run of the app that asked. After a restart the app does not know the question.
        package let asker: ProgramRun
    }

    /// A sentence to say first.
    package var feedback: String?
    /// Events to play after the sentence.
    package var events: [AudioEvent] = []
    /// The reason why the command failed, in a sentence; nil on success.
    package var problem: String?
    /// The question that follows; nil when the app asks nothing.
    package var question: Question?

    /// The sentence and the events, in order.
    package var allEvents: [AudioEvent] { (feedback.map { [.speech(.init($0))] } ?? []) + events }

    /// Returns the failure of a command that was not sent, because its app is gone.
    package static func absent(_ app: String, _ problem: String) -> RemoteOutcome {
        RemoteOutcome(feedback: BuiltInSentence.appAbsent.text(["app": app]), problem: problem)
    }

    /// Returns a failure with a generic apology, for an app that has given none.
    package static func failure(_ problem: String) -> RemoteOutcome {
        RemoteOutcome(feedback: BuiltInSentence.failed.text(), problem: problem)
    }
}
