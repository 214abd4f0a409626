import SaybusMessages
import SaybusSupport

/// Knows when each turn was first heard of.
struct TurnStartTimes: Sendable {
    private var beginnings = GenerationalCache<TurnID, Int64>(capacity: 4096)

    /// Microseconds from the turn's first message to this one, by the publishers' clocks; nil for what belongs to no turn.
    mutating func note(_ header: Header) -> Int64? {
        guard let turn = header.turn else { return nil }
        guard let beginning = beginnings[turn] else {
            beginnings[turn] = header.at
            return 0
        }
        let (time, overflow) = header.at.subtractingReportingOverflow(beginning)
        return overflow ? nil : time
    }
}
