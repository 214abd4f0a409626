import SaybusBus
import SaybusMessages

extension Presence.Arrival {
    /// Returns whether a dispatcher has arrived that would take an answer in a session for a command, unless it gets
    /// the question's status.
    package func takesAnswers(in session: Session) -> Bool { role == .dispatch && coverage.contains(session) }
}
