import Synchronization

/// A lock that lets one replay run at a time, since pages could not tell several apart.
final class ReplayLock: Sendable {
    private let isTaken = Atomic(false)

    /// Takes the lock; false when it is taken.
    func take() -> Bool {
        isTaken.compareExchange(expected: false, desired: true, ordering: .acquiringAndReleasing).exchanged
    }

    /// Frees the lock after ``take()`` has returned true.
    func free() { isTaken.store(false, ordering: .releasing) }
}
