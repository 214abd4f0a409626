import Synchronization

/// The messages in a subscription's buffer, by number and by bytes: the bus's thread adds them, the reader removes
/// them.
final class Backlog: Sendable {
    /// The most bytes that wait for a reader: 64 MiB. The number of messages alone bounds little, since each may have a
    /// mebibyte.
    static let maximumBytes = 64 << 20

    private let waiting = Atomic<Int>(0)
    private let bytes = Atomic<Int>(0)

    private let ended = Atomic<Bool>(false)

    var count: Int { isEnded ? 0 : max(0, waiting.load(ordering: .relaxed)) }

    /// Whether the reader takes no more messages.
    var isEnded: Bool { ended.load(ordering: .relaxed) }

    /// Declares that the reader takes no more messages.
    func end() { ended.store(true, ordering: .relaxed) }

    /// Puts a message into the buffer.
    /// - Returns: False when there is no room. When the reader is gone, nothing is lost.
    func put<Element: Sendable>(
        _ element: Element, of size: Int, into buffer: AsyncStream<Element>.Continuation
    ) -> Bool {
        guard isEnded || bytes.load(ordering: .relaxed) + size <= Self.maximumBytes else { return false }
        // Before the reader can take it.
        waiting.add(1, ordering: .relaxed)
        bytes.add(size, ordering: .relaxed)
        switch buffer.yield(element) {
        case .enqueued: return true
        case .dropped:
            subtract(size)
            return false
        default:
            subtract(size)
            return true
        }
    }

    /// Subtracts a message that was read, or that was not put into the buffer after all.
    func subtract(_ size: Int) {
        waiting.subtract(1, ordering: .relaxed)
        bytes.subtract(size, ordering: .relaxed)
    }
}
