import Synchronization

/// A lock of the one replay that may run: several at a time would be told apart by nobody.
final class ReplayLock: Sendable {
    private let isTaken = Atomic(false)

    /// Takes the lock; false when it is taken.
    func take() -> Bool {
        isTaken.compareExchange(expected: false, desired: true, ordering: .acquiringAndReleasing).exchanged
    }

    /// Frees the lock after ``take()`` has returned true.
    func free() { isTaken.store(false, ordering: .releasing) }
}
