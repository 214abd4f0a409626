import Glibc

/// The processes that a program has started and left behind in its process group.
struct LeftProcessGroup: Sendable {
    private let id: pid_t

    /// Describes the group of a program that has ended; nil when no process is left in it.
    init?(of leader: pid_t) {
        id = leader
        guard leader > 1, hasProcesses else { return nil }
    }

    /// Whether a process is left. The group keeps its number as long as one is. If a process has that number itself,
    /// the group ended before and the number belongs to others now.
    private var hasProcesses: Bool { kill(-id, 0) == 0 && kill(id, 0) != 0 }

    /// Ends the processes at a deadline: with `SIGTERM`, and with `SIGKILL` after `grace`.
    func end(at deadline: ContinuousClock.Instant, grace: Duration) async {
        for (signal, time) in [(SIGTERM, deadline), (SIGKILL, deadline + grace)] {
            try? await Task.sleep(until: time, clock: .continuous)
            guard hasProcesses else { return }
            kill(-id, signal)
        }
    }
}
