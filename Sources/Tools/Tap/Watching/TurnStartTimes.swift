import SaybusMessages
import SaybusSupport

/// The time of each turn's first message.
struct TurnStartTimes: Sendable {
    /// The longest wait of a message that counts: a day, in microseconds.
    private static let maximumWait: Int64 = 86_400_000_000

    private var clocks = GenerationalCache<TurnID, TurnClock>(capacity: 4096)

    /// Returns the microseconds from the turn's first message to this one, by the publishers' clocks as far as these
    /// can be right; nil for a message that belongs to no turn.
    /// - Parameters:
    ///   - header: The message's header.
    ///   - steady: The time now, in microseconds of the steady clock; nil when that of the message's arrival is
    ///     unknown, as in a recording, whose times are taken as they are.
    ///   - wait: The microseconds for which the message has waited to be read.
    mutating func elapsed(for header: Header, steady: Int64?, after wait: Int64 = 0) -> Int64? {
        guard let turn = header.turn else { return nil }
        guard var clock = clocks[turn] else {
            // Messages behind a first one that is read late are read in the same moment.
            clocks[turn] = TurnClock(start: header.at, steady: (steady ?? 0) - min(max(0, wait), Self.maximumWait))
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
