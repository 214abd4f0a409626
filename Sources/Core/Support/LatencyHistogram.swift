/// Counts times in buckets that grow with the time, so that any number of them fits into a few kilobytes and each is known to 3 %.
///
/// After HdrHistogram: 32 buckets for every doubling. Below 32 µs each microsecond has its own; from 2⁴⁰ µs (twelve days) on all share the last.
public struct LatencyHistogram: Sendable, Equatable {
    private static let bits = 5
    private static let half = 1 << bits
    private static let longest: Int64 = 1 << 40

    /// How many times there are.
    public private(set) var count = 0
    /// The shortest, exactly; nil when there is none.
    public private(set) var minimum: Int64?
    /// The longest, exactly; nil when there is none.
    public private(set) var maximum: Int64?
    /// As long as the longest time needs: 1152 at most.
    private var buckets: [UInt32] = []

    /// Nothing counted.
    public init() {}

    /// Counts a time in microseconds; a negative one, which only clocks that disagree can give, as 0.
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

    /// The time that so many of 100 do not exceed, by the nearest-rank method, to 3 %; nil when there is none.
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

    static func bucket(of value: Int64) -> Int {
        let value = min(value, longest - 1)
        guard value >= half else { return Int(value) }
        // The position of the highest bit above those that choose the bucket within its doubling.
        let shift = Int64.bitWidth - value.leadingZeroBitCount - 1 - bits
        return (shift + 1) * half + Int(value >> shift) - half
    }

    static func middle(of bucket: Int) -> Int64 {
        guard bucket >= half else { return Int64(bucket) }
        let shift = bucket / half - 1
        let least = Int64(bucket % half + half) << shift
        return least + (Int64(1) << shift - 1) / 2
    }
}
