import Messages
import Synchronization

/// The headers of the sequences in hand: their reports answer them.
final class Origins: Sendable {
    private let headers = Mutex<[MessageID: Header]>([:])

    func note(_ header: Header) { headers.withLock { $0[header.id] = header } }

    /// The header of a sequence; the last report forgets it.
    func origin(of id: MessageID, isOver: Bool) -> Header? {
        headers.withLock { isOver ? $0.removeValue(forKey: id) : $0[id] }
    }
}
