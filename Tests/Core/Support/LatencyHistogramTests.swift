import SaybusTesting
import Testing

@testable import SaybusSupport

@Suite("Latency histogram")
struct LatencyHistogramTests {
    @Test("percentiles of thousands of times are within 3 % of the exact ones")
    func precise() throws {
        var generator = TestSeed.generator()
        for scale in [10, 1000, 100_000, 50_000_000] as [Int64] {
            let times = (0..<5000).map { _ in Int64.random(in: 0...scale, using: &generator) }
            var histogram = LatencyHistogram()
            for time in times { histogram.add(time) }
            let exact = try #require(LatencySummary(times))
            let streamed = try #require(LatencySummary(histogram))
            #expect(streamed.count == exact.count)
            #expect(streamed.minUs == exact.minUs && streamed.maxUs == exact.maxUs)
            for (mine, right) in [
                (streamed.p50Us, exact.p50Us), (streamed.p90Us, exact.p90Us), (streamed.p99Us, exact.p99Us),
            ] {
                #expect(
                    abs(Double(mine - right)) <= 0.032 * Double(right) + 0.5, "\(mine) for \(right); \(TestSeed.hint)")
            }
        }
    }

    @Test("buckets have no gaps, and the middle of each is near its times")
    func buckets() {
        var last = -1
        for value in (0..<100_000).map(Int64.init) {
            let bucket = LatencyHistogram.bucket(of: value)
            #expect(bucket == last || bucket == last + 1)
            last = bucket
        }
        for shift in 0..<62 {
            let value = Int64(1) << shift
            #expect(LatencyHistogram.bucket(of: value) < 1152)
            guard shift < 40 else { continue }
            let middle = LatencyHistogram.middle(of: LatencyHistogram.bucket(of: value))
            #expect(abs(Double(middle - value)) <= Double(value) * 0.032)
        }
    }

    @Test("negative and extreme times do no harm")
    func extremes() throws {
        #expect(LatencySummary(LatencyHistogram()) == nil)
        var histogram = LatencyHistogram()
        for time in [Int64.min, -1, 0, .max] { histogram.add(time) }
        let summary = try #require(LatencySummary(histogram))
        #expect(summary.minUs == 0 && summary.maxUs == .max && summary.p50Us == 0)
    }

    @Test("merged summaries have the mean and deviation of all numbers")
    func spread() {
        let numbers = [3.0, 1, 4, 1, 5, 9, 2, 6]
        var whole = SpreadSummary()
        for number in numbers { whole.add(number) }
        var parts = SpreadSummary()
        parts.add(SpreadSummary())
        for part in [numbers.prefix(3), numbers.dropFirst(3)] {
            var summary = SpreadSummary()
            for number in part { summary.add(number) }
            parts.add(summary)
        }
        #expect(whole.count == 8 && whole.minimum == 1 && whole.maximum == 9)
        #expect(parts.count == 8 && parts.minimum == 1 && parts.maximum == 9)
        #expect(abs(whole.mean - 3.875) < 1e-9 && abs(parts.mean - whole.mean) < 1e-9)
        #expect(abs(whole.deviation - 2.5709) < 1e-3 && abs(parts.deviation - whole.deviation) < 1e-9)
    }
}
