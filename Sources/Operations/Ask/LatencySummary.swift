import Messages

/// How long many commands took from transcript to invocation.
public struct LatencySummary: Sendable, Equatable, Codable {
    /// How many were measured.
    public let count: Int
    /// Half of them took at most so many microseconds.
    public let p50Us: Int64
    /// 99 of 100 took at most so many microseconds.
    public let p99Us: Int64
    /// The quickest, in microseconds.
    public let minUs: Int64
    /// The slowest, in microseconds.
    public let maxUs: Int64

    /// Summarises measurements by the nearest-rank method; nil when there are none.
    public init?(_ microseconds: [Int64]) {
        let sorted = microseconds.sorted()
        guard let least = sorted.first, let most = sorted.last else { return nil }
        func rank(_ percent: Int) -> Int64 { sorted[max(1, (sorted.count * percent + 99) / 100) - 1] }
        (count, p50Us, p99Us, minUs, maxUs) = (sorted.count, rank(50), rank(99), least, most)
    }

    /// The summary as a line.
    var line: String {
        "transcript → command.invoked, \(count) times: p50 \(Milliseconds.text(p50Us)), p99 \(Milliseconds.text(p99Us)), "
            + "least \(Milliseconds.text(minUs)), most \(Milliseconds.text(maxUs))"
    }
}
