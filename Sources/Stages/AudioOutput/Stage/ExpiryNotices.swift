import SaybusMessages
import Synchronization

/// The sessions in which a notice of an expired or failed turn is waiting or playing.
///
/// Of many turns that end together only one is announced, so that later answers do not wait for a thousand notices.
final class ExpiryNotices: Sendable {
    private let sessions = Mutex<[Session: MessageID]>([:])

    /// Registers a notice.
    /// - Returns: False while another notice waits or plays in the session.
    func begin(in session: Session, as id: MessageID) -> Bool {
        sessions.withLock { sessions in
            guard sessions[session] == nil else { return false }
            sessions[session] = id
            return true
        }
    }

    /// Removes a notice whose sequence is over.
    func end(_ id: MessageID, in session: Session) {
        sessions.withLock { if $0[session] == id { $0[session] = nil } }
    }
}
