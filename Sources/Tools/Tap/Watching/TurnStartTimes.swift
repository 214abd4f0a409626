import SaybusMessages
import SaybusSupport

/// The time of each turn's first message.
struct TurnStartTimes: Sendable {
    private var startTimes = GenerationalCache<TurnID, Int64>(capacity: 4096)

    /// Returns the microseconds from the turn's first message to this one, by the publishers' clocks; nil for
    /// a message that belongs to no turn.
    mutating func elapsed(for header: Header) -> Int64? {
        guard let turn = header.turn else { return nil }
        guard let start = startTimes[turn] else {
            startTimes[turn] = header.at
            return 0
        }
        let (time, overflow) = header.at.subtractingReportingOverflow(start)
        return overflow ? nil : time
    }
}
