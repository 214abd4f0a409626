import Synchronization

/// An event that happens once and can be awaited.
final class OneShot: Sendable {
    private let signal = Signal()
    private let fired = Atomic(false)

    /// Signals that the event has happened.
    func fire() {
        fired.store(true, ordering: .releasing)
        signal.notify()
    }

    /// Whether the event has happened.
    var hasFired: Bool { fired.load(ordering: .acquiring) }

    /// Suspends until the event has happened, or the task is cancelled.
    func wait() async { await signal.wait { self.hasFired } }

    /// Suspends until the event has happened, the time is over, or the task is cancelled.
    func wait(within time: Duration) async { await signal.wait(within: time) { self.hasFired } }
}
