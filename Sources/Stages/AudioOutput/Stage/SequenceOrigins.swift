import SaybusMessages
import Synchronization

/// The headers of the sequences in progress, which their reports answer.
final class SequenceOrigins: Sendable {
    private let headers = Mutex<[MessageID: Header]>([:])

    /// Records the header of a sequence's message.
    func record(_ header: Header) { record(header, as: header.id) }

    /// Records the header that the reports of a sequence without a message answer.
    func record(_ header: Header, as sequence: MessageID) { headers.withLock { $0[sequence] = header } }

    /// Returns the header of a sequence; the last report removes it.
    func origin(of id: MessageID, isOver: Bool) -> Header? {
        headers.withLock { isOver ? $0.removeValue(forKey: id) : $0[id] }
    }
}
