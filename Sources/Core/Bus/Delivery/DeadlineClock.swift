/// Judges deadlines, which are times of day, though the clock is set while messages are on their way. Pure: both clocks' times come in.
///
/// All programs of a machine see its clock jump at once, but a message made before the jump has a deadline of the clock before. So for a while a
/// deadline has passed only when it has by both.
struct DeadlineClock: Sendable {
    /// By how much the two clocks may drift apart from one look to the next, in microseconds: more is a jump.
    static let jump: Int64 = 100_000
    /// For how long the clock of before a jump counts: a minute, longer than what a stage publishes is worth anything.
    static let memory: Int64 = 60_000_000
    /// How many jumps are remembered at once.
    private static let mostJumps = 8

    /// The time of day less the steady time.
    private var offset: Int64?
    private var earlier: [(offset: Int64, until: Int64)] = []

    /// Microseconds until a deadline, by the clock that leaves most; negative when it has passed.
    mutating func remaining(to deadline: Int64, wall: Int64, steady: Int64) -> Int64 {
        look(wall: wall, steady: steady)
        let now = earlier.reduce(wall) { min($0, steady + $1.offset) }
        let (left, overflow) = deadline.subtractingReportingOverflow(now)
        return overflow ? (deadline > 0 ? .max : .min) : left
    }

    private mutating func look(wall: Int64, steady: Int64) {
        let current = wall - steady
        if let offset, abs(current - offset) > Self.jump {
            earlier = earlier.suffix(Self.mostJumps - 1) + [(offset, steady + Self.memory)]
        }
        offset = current
        earlier.removeAll { $0.until <= steady }
    }
}
