import SaybusSupport

/// A meter of the rate of messages over the last seconds. Pure; holds one slot for each second of its window.
struct RateMeter: Sendable {
    private struct Slot: Sendable {
        var second: Int64 = .min
        var count = 0
        var bytes = 0
        var intervals = SpreadSummary()
    }

    /// The figures of the window.
    struct Figures: Sendable {
        /// The number of messages.
        var count = 0
        /// The size of all frames.
        var bytes = 0
        /// Microseconds between successive messages.
        var intervals = SpreadSummary()
    }

    private var slots: [Slot]
    private var last: Int64?

    /// - Parameter window: Seconds, at least 1.
    init(window: Int) { slots = Array(repeating: Slot(), count: max(1, window)) }

    /// Records a message.
    /// - Parameters:
    ///   - clock: The message's time in microseconds. Intervals are differences of these times.
    ///   - now: The time of its receipt, in microseconds of a monotonic clock.
    mutating func record(bytes: Int, clock: Int64, now: Int64) {
        let second = now / 1_000_000
        let index = Int(second % Int64(slots.count))
        if slots[index].second != second { slots[index] = Slot(second: second) }
        slots[index].count += 1
        slots[index].bytes += bytes
        if let last {
            let (interval, overflow) = clock.subtractingReportingOverflow(last)
            // A clock that was set back yields no interval.
            if !overflow, interval >= 0 { slots[index].intervals.add(Double(interval)) }
        }
        last = clock
    }

    /// Returns the figures of the window that ends now.
    func figures(now: Int64) -> Figures {
        let oldest = now / 1_000_000 - Int64(slots.count) + 1
        var figures = Figures()
        for slot in slots where slot.second >= oldest {
            figures.count += slot.count
            figures.bytes += slot.bytes
            figures.intervals.add(slot.intervals)
        }
        return figures
    }

    /// Returns the seconds that the window covers now, if measuring began at `start`.
    static func seconds(window: Int, since start: Int64, now: Int64) -> Double {
        let full = Double(max(1, window) - 1) + Double(now % 1_000_000) / 1_000_000
        return max(0.001, min(full, Double(now - start) / 1_000_000))
    }
}
