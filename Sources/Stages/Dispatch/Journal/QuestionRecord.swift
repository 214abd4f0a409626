import SaybusBus
import SaybusMessages

/// The newest state of a question, for a successor when this program is killed.
package struct QuestionRecord: Codable, Sendable, Equatable {
    /// The state as it was published.
    package var question: VoiceRequestStatus
    /// The session in which the user is asked.
    package var session: Session
    /// The turn of the question's current work, such as the one in which it is asked; nil for none.
    package var turn: TurnID?
    /// The id of the message that publishes the state; nil in a journal of an earlier version.
    package var message: MessageID?
    /// Time of writing, in microseconds of the machine's steady clock.
    package var at = SteadyClock.microseconds()

    /// Creates a record of this moment.
    package init(
        _ question: VoiceRequestStatus, in session: Session, turn: TurnID? = nil, message: MessageID? = nil
    ) {
        (self.question, self.session, self.turn, self.message) = (question, session, turn, message)
    }

    /// Whether the question has ended.
    var isOver: Bool { [.failed, .cancelled, .completed].contains(question.state) }

    /// Returns the microseconds since the record was written; `Int64.max` when the machine has been started since.
    func age(at now: Int64) -> Int64 { at <= now ? now - at : .max }
}
