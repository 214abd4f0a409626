import Synchronization

/// The number of messages in a subscription's buffer: the bus's thread adds them, the reader removes them.
final class Backlog: Sendable {
    private let waiting = Atomic<Int>(0)

    var count: Int { max(0, waiting.load(ordering: .relaxed)) }

    /// Adds a message, before it is handed over.
    func increment() { waiting.add(1, ordering: .relaxed) }

    /// Removes a message that was read, or found no room.
    func decrement() { waiting.subtract(1, ordering: .relaxed) }
}
