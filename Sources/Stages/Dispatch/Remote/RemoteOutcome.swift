import SaybusMessages

/// The result of a command that a remote app carried out.
package struct RemoteOutcome: Sendable, Equatable {
    /// A question of the app to the user.
    package struct Question: Sendable, Equatable {
        /// The question, as the app put it.
        package let question: VoiceRequestStatus.Question
        /// The id of the `command.response` that asked.
        package let response: MessageID
        /// The run of the app that asked: another run knows nothing of the question.
        package let run: UInt32
    }

    /// A sentence to say first.
    package var feedback: String?
    /// Events to play after the sentence.
    package var events: [AudioEvent] = []
    /// Why the command failed, in a sentence; nil when it did not.
    package var problem: String?
    /// The question that follows; nil when the app asks nothing.
    package var question: Question?

    /// The sentence and the events, in order.
    package var allEvents: [AudioEvent] { (feedback.map { [.speech(.init($0))] } ?? []) + events }

    /// A failure for which the app has no words of its own.
    package static func failure(_ problem: String) -> RemoteOutcome {
        RemoteOutcome(feedback: "Sorry, that did not work.", problem: problem)
    }
}
