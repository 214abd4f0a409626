import Synchronization

/// Counts the messages between a subscription's two ends: the bus's thread puts them in, the reader takes them out.
final class Backlog: Sendable {
    private let waiting = Atomic<Int>(0)

    /// How many there are.
    var count: Int { max(0, waiting.load(ordering: .relaxed)) }

    /// One more, before it is handed over.
    func put() { waiting.add(1, ordering: .relaxed) }

    /// One less: it was taken, or found no room.
    func take() { waiting.subtract(1, ordering: .relaxed) }
}
