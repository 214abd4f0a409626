import Synchronization

/// The number of messages in a subscription's buffer: the bus's thread adds them, the reader removes them.
final class Backlog: Sendable {
    private let waiting = Atomic<Int>(0)

    private let ended = Atomic<Bool>(false)

    var count: Int { isEnded ? 0 : max(0, waiting.load(ordering: .relaxed)) }

    /// Whether the reader takes no more messages.
    var isEnded: Bool { ended.load(ordering: .relaxed) }

    /// Declares that the reader takes no more messages.
    func end() { ended.store(true, ordering: .relaxed) }

    /// Adds a message that is about to be put into the buffer.
    func increment() { waiting.add(1, ordering: .relaxed) }

    /// Subtracts a message that was read, or for which the buffer had no room.
    func decrement() { waiting.subtract(1, ordering: .relaxed) }
}
