import Synchronization

/// Something that happens once and is waited for.
final class OneShot: Sendable {
    private let signal = Signal()
    private let fired = Atomic(false)

    /// It has happened.
    func fire() {
        fired.store(true, ordering: .releasing)
        signal.notify()
    }

    /// Whether it has happened.
    var hasFired: Bool { fired.load(ordering: .acquiring) }

    /// Suspends until it has happened, or the task is cancelled.
    func wait() async { await signal.wait { self.hasFired } }

    /// Suspends until it has happened, the time is over, or the task is cancelled.
    func wait(within time: Duration) async { await signal.wait(within: time) { self.hasFired } }
}
