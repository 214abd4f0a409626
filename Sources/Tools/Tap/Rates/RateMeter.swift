import SaybusSupport

/// How often something comes, over the last seconds. Pure; holds one slot for each second of its window.
struct RateMeter: Sendable {
    private struct Slot: Sendable {
        var second: Int64 = .min
        var count = 0
        var bytes = 0
        var intervals = SpreadSummary()
    }

    /// What came within the window.
    struct Figures: Sendable {
        /// How many.
        var count = 0
        /// All frames together.
        var bytes = 0
        /// Microseconds from each to the next.
        var intervals = SpreadSummary()
    }

    private var slots: [Slot]
    private var last: Int64?

    /// - Parameter window: Seconds, 1 or more.
    init(window: Int) { slots = Array(repeating: Slot(), count: max(1, window)) }

    /// Takes note of one.
    /// - Parameters:
    ///   - clock: When it passed, in microseconds of the clock that intervals are measured with.
    ///   - now: When it came here, in microseconds of a steady clock.
    mutating func record(bytes: Int, clock: Int64, now: Int64) {
        let second = now / 1_000_000
        let index = Int(second % Int64(slots.count))
        if slots[index].second != second { slots[index] = Slot(second: second) }
        slots[index].count += 1
        slots[index].bytes += bytes
        if let last {
            let (interval, overflow) = clock.subtractingReportingOverflow(last)
            // A clock that was set back measures nothing.
            if !overflow, interval >= 0 { slots[index].intervals.add(Double(interval)) }
        }
        last = clock
    }

    /// What came in the window that ends now.
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

    /// How many seconds the window covers now, for a watch that began then.
    static func seconds(window: Int, since start: Int64, now: Int64) -> Double {
        let full = Double(max(1, window) - 1) + Double(now % 1_000_000) / 1_000_000
        return max(0.001, min(full, Double(now - start) / 1_000_000))
    }
}
