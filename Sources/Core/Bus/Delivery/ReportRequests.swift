import SaybusMessages

/// The requests of other programs for the reports of this one. Pure: time is passed in as microseconds of a steady
/// clock.
///
/// Any program may ask, and the answer goes to all, so requests that come soon after an answer have the next one
/// together.
struct ReportRequests: Sendable {
    /// Microseconds from one answer to the next: a program that asks waits for a second.
    static let interval: Int64 = 250_000

    /// The time of the next answer; nil when nobody has asked.
    private(set) var due: Int64?
    /// The turns whose ends are asked for, at most `Barrier.maximumTurns`.
    private var turns: Set<TurnID> = []
    private var last: Int64?

    /// Records a request.
    mutating func add(_ asked: [TurnID], now: Int64) {
        turns.formUnion(asked.prefix(Barrier.maximumTurns - turns.count))
        due = due ?? last.map { max(now, $0 + Self.interval) } ?? now
    }

    /// Removes and returns the turns whose ends are asked for, when the answer is due; otherwise returns nil.
    mutating func take(now: Int64) -> [TurnID]? {
        guard let due, due <= now else { return nil }
        let asked = turns.sorted()
        (self.due, last, turns) = (nil, now, [])
        return asked
    }
}
