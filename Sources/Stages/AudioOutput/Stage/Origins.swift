import SaybusMessages
import Synchronization

/// The headers of the sequences in hand: their reports answer them.
final class Origins: Sendable {
    private let headers = Mutex<[MessageID: Header]>([:])

    func note(_ header: Header) { note(header, as: header.id) }

    /// Reports on a sequence that came in no message of its own answer another.
    func note(_ header: Header, as sequence: MessageID) { headers.withLock { $0[sequence] = header } }

    /// The header of a sequence; the last report forgets it.
    func origin(of id: MessageID, isOver: Bool) -> Header? {
        headers.withLock { isOver ? $0.removeValue(forKey: id) : $0[id] }
    }
}
