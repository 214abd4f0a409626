import SaybusMessages
import Synchronization

/// The sessions of the pages that talk: a bounded number, each once.
final class TalkingSessions: Sendable {
    /// The most pages that talk at a time: each has two connections to the bus.
    static let most = 16

    private let sessions = Mutex<Set<Session>>([])

    /// Adds a session.
    /// - Returns: The reason why it cannot talk, as a sentence; nil when it may.
    func begin(_ session: Session) -> String? {
        sessions.withLock { sessions in
            if sessions.contains(session) { return "this conversation is open in another window" }
            guard sessions.count < Self.most else { return "\(Self.most) pages talk already" }
            sessions.insert(session)
            return nil
        }
    }

    /// Removes a session.
    func end(_ session: Session) { sessions.withLock { _ = $0.remove(session) } }
}
