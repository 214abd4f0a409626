import SaybusMessages
import Synchronization

/// The sessions that are being told that a turn has expired: of many that expire together, one is spoken of, and the answers that come after
/// need not wait for a thousand others.
final class Apologies: Sendable {
    private let sessions = Mutex<[Session: MessageID]>([:])

    /// - Returns: Whether it is to be said; not while another one waits or sounds there.
    func begin(in session: Session, as id: MessageID) -> Bool {
        sessions.withLock { sessions in
            guard sessions[session] == nil else { return false }
            sessions[session] = id
            return true
        }
    }

    /// A sequence is over.
    func end(_ id: MessageID, in session: Session) {
        sessions.withLock { if $0[session] == id { $0[session] = nil } }
    }
}
