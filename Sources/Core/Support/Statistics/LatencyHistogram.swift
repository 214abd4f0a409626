/// A histogram of times with buckets that grow with the times in them. Any number of times fits into a few
/// kilobytes, and each time is precise to 3 %.
///
/// The design follows HdrHistogram, with 32 buckets for every doubling of the time. Below 32 µs each
/// microsecond has its own bucket; all times from 2⁴⁰ µs (twelve days) on share the last bucket.
public struct LatencyHistogram: Sendable, Equatable {
    private static let bits = 5
    private static let half = 1 << bits
    private static let valueLimit: Int64 = 1 << 40

    /// The number of times.
    public private(set) var count = 0
    /// The shortest time, exactly; nil when there is none.
    public private(set) var minimum: Int64?
    /// The longest time, exactly; nil when there is none.
    public private(set) var maximum: Int64?
    /// The buckets up to that of the longest time: 1152 at most.
    private var buckets: [UInt32] = []

    /// Creates an empty histogram.
    public init() {}

    /// Adds a time in microseconds. A negative one, which results from clocks that disagree, counts as 0.
    public mutating func add(_ microseconds: Int64) {
        let value = max(0, microseconds)
        minimum = min(minimum ?? value, value)
        maximum = max(maximum ?? value, value)
        count += 1
        let bucket = Self.bucket(of: value)
        if bucket >= buckets.count {
            buckets.append(contentsOf: repeatElement(0, count: bucket + 1 - buckets.count))
        }
        if buckets[bucket] < .max { buckets[bucket] += 1 }
    }

    /// Returns the time that a percentage of the times does not exceed, by the nearest-rank method, precise to
    /// 3 %; nil when the histogram is empty.
    public func value(percent: Int) -> Int64? {
        guard let minimum, let maximum else { return nil }
        let total = buckets.reduce(0) { $0 + Int($1) }
        let rank = max(1, (total * min(max(percent, 0), 100) + 99) / 100)
        var passed = 0
        for (bucket, count) in buckets.enumerated() {
            passed += Int(count)
            if passed >= rank { return min(max(Self.middle(of: bucket), minimum), maximum) }
        }
        return maximum
    }

    /// Returns the index of the bucket of a time.
    static func bucket(of value: Int64) -> Int {
        let value = min(value, valueLimit - 1)
        guard value >= half else { return Int(value) }
        // The position of the highest bit above those that choose the bucket within its doubling.
        let shift = Int64.bitWidth - value.leadingZeroBitCount - 1 - bits
        return (shift + 1) * half + Int(value >> shift) - half
    }

    /// Returns the time in the middle of a bucket.
    static func middle(of bucket: Int) -> Int64 {
        guard bucket >= half else { return Int64(bucket) }
        let shift = bucket / half - 1
        let least = Int64(bucket % half + half) << shift
        return least + (Int64(1) << shift - 1) / 2
    }
}
