/// The number, percentiles and extremes of measured durations.
public struct LatencySummary: Sendable, Equatable, Codable {
    /// The number of durations.
    public let count: Int
    /// The median in microseconds.
    public let p50Us: Int64
    /// The 90th percentile in microseconds.
    public let p90Us: Int64
    /// The 99th percentile in microseconds.
    public let p99Us: Int64
    /// The shortest time in microseconds.
    public let minUs: Int64
    /// The longest time in microseconds.
    public let maxUs: Int64

    /// Summarises times by the nearest-rank method; nil when there are none.
    public init?(_ microseconds: [Int64]) {
        let sorted = microseconds.sorted()
        guard let least = sorted.first, let most = sorted.last else { return nil }
        func percentile(_ percent: Int) -> Int64 { sorted[max(1, (sorted.count * percent + 99) / 100) - 1] }
        self.init(
            count: sorted.count, p50Us: percentile(50), p90Us: percentile(90), p99Us: percentile(99), minUs: least,
            maxUs: most)
    }

    /// Summarises the times of a histogram; nil when there are none.
    public init?(_ histogram: LatencyHistogram) {
        guard let least = histogram.minimum, let most = histogram.maximum else { return nil }
        func percentile(_ percent: Int) -> Int64 { histogram.value(percent: percent) ?? most }
        self.init(
            count: histogram.count, p50Us: percentile(50), p90Us: percentile(90), p99Us: percentile(99), minUs: least,
            maxUs: most)
    }

    private init(count: Int, p50Us: Int64, p90Us: Int64, p99Us: Int64, minUs: Int64, maxUs: Int64) {
        (self.count, self.p50Us, self.p90Us, self.p99Us) = (count, p50Us, p90Us, p99Us)
        (self.minUs, self.maxUs) = (minUs, maxUs)
    }
}
