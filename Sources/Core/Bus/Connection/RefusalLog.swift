/// The refusals by the broker that are to be logged, because no task has thrown them. Pure: time is passed in as
/// microseconds of a steady clock.
///
/// A task that waits in ``Bus/ready(within:)`` throws a refusal. Before the first such task, a refusal is kept for a
/// second, in case one comes. Each is logged once for each connection.
struct RefusalLog: Sendable {
    /// Microseconds that a program has to call ``Bus/ready(within:)``, which throws the refusal, before it is logged.
    private static let delay: Int64 = 1_000_000

    /// The refusals that are logged unless a task begins to wait, with the times at which they are.
    private var kept: [String: Int64] = [:]
    /// The refusals that have been logged since the last connection.
    private var logged: Set<String> = []
    /// Whether a task has waited, or waits.
    private var hasWaited = false
    /// Whether a task has waited with success.
    private var wasReady = false
    /// The reason of the last error that a waiting task has thrown.
    private(set) var lastThrown: String?

    /// The time at which to call ``takeDue(now:)``; nil when nothing is kept.
    var due: Int64? { kept.values.min() }

    /// Records that a task begins to wait.
    mutating func waitBegan() { (hasWaited, kept) = (true, [:]) }

    /// Records that a task has waited with success.
    mutating func waitSucceeded() { wasReady = true }

    /// Records that a waiting task throws an error.
    mutating func waitFailed(because reason: String) { lastThrown = reason }

    /// Returns whether to log a refusal now, while no task waits.
    mutating func shouldLog(_ reason: String, now: Int64) -> Bool {
        guard !logged.contains(reason) else { return false }
        guard hasWaited else {
            kept[reason] = kept[reason] ?? now + Self.delay
            return false
        }
        guard wasReady else { return false }
        logged.insert(reason)
        return true
    }

    /// Removes and returns the refusals to log now, because no task has begun to wait in time.
    mutating func takeDue(now: Int64) -> [String] {
        guard !kept.isEmpty else { return [] }
        let due = kept.filter { $0.value <= now }.keys.sorted()
        for reason in due { kept[reason] = nil }
        logged.formUnion(due)
        return due
    }

    /// Forgets the refusals so far, because the broker has accepted the connection. Later ones are logged again.
    mutating func connected() { (kept, logged) = ([:], []) }
}
