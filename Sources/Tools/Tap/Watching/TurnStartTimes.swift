import SaybusMessages
import SaybusSupport

/// The time of each turn's first message.
struct TurnStartTimes: Sendable {
    private var clocks = GenerationalCache<TurnID, TurnClock>(capacity: 4096)

    /// Returns the microseconds from the turn's first message to this one, by the publishers' clocks as far as these
    /// can be right; nil for a message that belongs to no turn.
    /// - Parameter steady: The time at which the message has arrived, in microseconds of the steady clock; nil when
    ///   that is unknown, as in a recording, whose times are taken as they are.
    mutating func elapsed(for header: Header, steady: Int64?) -> Int64? {
        guard let turn = header.turn else { return nil }
        guard var clock = clocks[turn] else {
            clocks[turn] = TurnClock(start: header.at, steady: steady ?? 0)
            return 0
        }
        guard let steady else {
            let (time, overflow) = header.at.subtractingReportingOverflow(clock.start)
            return overflow ? nil : time
        }
        defer { clocks[turn] = clock }
        return clock.elapsed(to: header.at, steady: steady)
    }
}
