/// The clock of the statuses of a link's stand-ins. Pure. Times are microseconds of a steady clock.
struct StandInBeats: Sendable {
    /// Microseconds between two statuses.
    static let interval: Int64 = 1_000_000

    private var next: Int64 = 0

    /// Returns whether the statuses are due. They are not while the bus's broker is away: it would get all of them at
    /// once when it is back.
    mutating func isDue(now: Int64, isBusThere: Bool) -> Bool {
        guard isBusThere, now >= next else { return false }
        next = now + Self.interval
        return true
    }
}
