import SaybusMessages
import SaybusSupport
import Synchronization

/// The headers of the sequences in progress, which their reports answer, and the last reports on those that have ended.
final class SequenceOrigins: Sendable {
    private struct State {
        var headers: [MessageID: Header] = [:]
        var ends = GenerationalCache<MessageID, RawMessage>(capacity: SequenceOrigins.keptEnds)
    }

    /// The number of ended sequences whose last reports are kept at least.
    static let keptEnds = 256

    private let state = Mutex(State())

    /// Records the header of a sequence's message.
    func record(_ header: Header) { record(header, as: header.id) }

    /// Records the header that the reports of a sequence without a message answer.
    func record(_ header: Header, as sequence: MessageID) { state.withLock { $0.headers[sequence] = header } }

    /// Returns the header of a sequence; the last report removes it.
    func origin(of id: MessageID, isOver: Bool) -> Header? {
        state.withLock { isOver ? $0.headers.removeValue(forKey: id) : $0.headers[id] }
    }

    /// Records the last report on a sequence, as it was published.
    func recordEnd(_ playback: AudioPlayback, _ header: Header) throws {
        var header = header
        let body = try playback.wire(header: &header)
        state.withLock { [header] in $0.ends[playback.sequence] = RawMessage(header: header, body: body) }
    }

    /// Returns the last report on a sequence; nil while the sequence is in progress, and when it is forgotten.
    func end(of id: MessageID) -> RawMessage? { state.withLock { $0.ends[id] } }
}
