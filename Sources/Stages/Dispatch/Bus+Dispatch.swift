import Logging
import SaybusBus
import SaybusMessages

extension Bus {
    /// Time that a published sequence may wait for an audio stage, in microseconds.
    package static let sequenceLife: Int64 = 8_500_000

    /// The engine name in the status of dispatchers that carry out only their own commands, not those of remote apps.
    package static let conversationEngine = "conversation"

    /// Returns whether this program's name sorts first among the dispatchers that serve a session.
    ///
    /// The first dispatcher does the work that exactly one dispatcher must do. All dispatchers must agree on it, so
    /// only what all of them receive counts: the statuses of the dispatchers, and the broker's word that one is lost. A
    /// process id says nothing, because programs on one bus may be in different process namespaces.
    /// - Parameters:
    ///   - amongConversations: Whether to count dispatchers that carry out only their own commands.
    ///   - excluded: A dispatcher that does not count; nil for none.
    package func isFirstDispatcher(
        for session: Session, amongConversations: Bool = true, except excluded: Source? = nil
    ) -> Bool {
        presence.members.allSatisfy { source, member in
            source == self.source || source == excluded || source.role != .dispatch || member.status.state != .ready
                || !member.status.coverage.contains(session) || source.instance > self.source.instance
                || !amongConversations && member.status.engine == Self.conversationEngine
        }
    }

    /// Publishes an intent again for a successor, since its publisher may already have a receipt from this program.
    ///
    /// The id stays the same, so that a successor takes the intent once although the publisher may retransmit it too.
    package func requeue(_ intent: Message<SpeechIntent>) throws(BusError) {
        let header = intent.header
        try publish(
            intent.body, id: header.id, session: header.session, turn: header.turn, causes: header.causes,
            deadline: header.deadline, replays: header.replays)
    }
}
