import Foundation
import Logging
import SaybusBus
import SaybusMessages

extension Bus {
    /// Time that a published sequence may wait for an audio stage, in microseconds.
    package static let sequenceLife: Int64 = 10_000_000

    /// The engine in the status of dispatchers that carry out their own commands only, never those of remote apps.
    package static let conversationEngine = "conversation"

    /// Returns whether this is the first by name of the dispatchers that serve a session: what only one of them may do, that one does.
    /// - Parameter amongConversations: Whether to count dispatchers that carry out their own commands only.
    package func isFirstDispatcher(for session: Session, amongConversations: Bool = true) -> Bool {
        presence.members.allSatisfy { source, member in
            source == self.source || source.role != "dispatch" || member.status.state != .ready
                || !member.status.coverage.contains(session) || source.instance > self.source.instance
                || !amongConversations && member.status.engine == Self.conversationEngine
                || hasDied(member.status)
        }
    }

    /// Returns whether a stage of this machine has ended without a word. The broker calls it lost only three seconds later.
    private func hasDied(_ status: StageStatus) -> Bool {
        // All programs of a bus on ipc sockets run on this machine, so /proc knows them.
        guard address.directory != nil else { return false }
        guard let line = try? String(contentsOfFile: "/proc/\(status.pid)/stat", encoding: .utf8) else { return true }
        // proc(5): the state follows the name, which stands in parentheses and may contain some of its own.
        return line.split(separator: ")").last?.first { $0 != " " } == "Z"
    }

    /// Publishes an intent again for a successor, since its publisher may have been told that it was taken here.
    ///
    /// The id stays the same: a successor takes it once even when its publisher repeats it too, and one answer answers both.
    package func handOn(_ intent: Message<SpeechIntent>) throws(BusError) {
        let header = intent.header
        try publish(
            intent.body, id: header.id, session: header.session, turn: header.turn, causes: header.causes,
            deadline: header.deadline, replays: header.replays)
    }
}
