/// A check of deadlines that tolerates jumps of the system clock. Pure: both clocks' times are passed in.
///
/// A deadline is a time of the system clock. All programs of a machine see the clock jump at once, but a
/// message made before the jump has a deadline by the old setting. So for a while after a jump, a deadline
/// counts as passed only when it has passed by both the old setting and the new one.
struct DeadlineClock: Sendable {
    /// The most microseconds that the system clock and the steady clock may drift apart between two checks;
    /// more is a jump.
    static let jump: Int64 = 100_000
    /// The microseconds for which the setting before a jump still counts: a minute, longer than the deadlines
    /// that stages set.
    static let memory: Int64 = 60_000_000
    /// The most jumps remembered at once.
    private static let mostJumps = 8

    /// The time of the system clock minus that of the steady clock, in microseconds.
    private var offset: Int64?
    private var earlier: [(offset: Int64, until: Int64)] = []

    /// Returns the microseconds until a deadline, by the clock setting that leaves the most time; negative
    /// when it has passed.
    mutating func remaining(to deadline: Int64, wall: Int64, steady: Int64) -> Int64 {
        observe(wall: wall, steady: steady)
        let now = earlier.reduce(wall) { min($0, steady + $1.offset) }
        let (left, overflow) = deadline.subtractingReportingOverflow(now)
        return overflow ? (deadline > 0 ? .max : .min) : left
    }

    /// Compares the clocks, and records a jump.
    private mutating func observe(wall: Int64, steady: Int64) {
        let current = wall - steady
        if let offset, abs(current - offset) > Self.jump {
            earlier = earlier.suffix(Self.mostJumps - 1) + [(offset, steady + Self.memory)]
        }
        offset = current
        earlier.removeAll { $0.until <= steady }
    }
}
