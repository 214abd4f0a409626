import CoreMetrics
import Synchronization

/// The numbers of one metric and one set of labels.
protocol MetricSeries: AnyObject, Sendable {
    /// Returns the samples at this moment.
    func samples(_ labels: MetricLabels) -> [MetricFamily.Sample]
}

/// A number that only grows.
final class CounterSeries: MetricSeries, CounterHandler, FloatingPointCounterHandler {
    private let value = Mutex(0.0)

    func increment(by amount: Int64) { increment(by: Double(amount)) }

    func increment(by amount: Double) {
        guard amount > 0, amount.isFinite else { return }
        value.withLock { $0 += amount }
    }

    func reset() { value.withLock { $0 = 0 } }

    func samples(_ labels: MetricLabels) -> [MetricFamily.Sample] {
        [.init(labels: labels, value: value.withLock { $0 })]
    }
}

/// A number that goes up and down.
final class GaugeSeries: MetricSeries, RecorderHandler, MeterHandler {
    private let value = Mutex(0.0)

    func record(_ number: Int64) { set(Double(number)) }
    func record(_ number: Double) { set(number) }
    func set(_ number: Int64) { set(Double(number)) }
    func set(_ number: Double) { value.withLock { $0 = number } }
    func increment(by amount: Double) { value.withLock { $0 += amount } }
    func decrement(by amount: Double) { value.withLock { $0 -= amount } }

    func samples(_ labels: MetricLabels) -> [MetricFamily.Sample] {
        [.init(labels: labels, value: value.withLock { $0 })]
    }
}

/// Counts of observations in buckets.
final class HistogramSeries: MetricSeries, RecorderHandler, TimerHandler {
    private struct State {
        /// One count for each bound, and one for all that is above.
        var counts: [Int]
        var sum = 0.0
    }

    private let bounds: [Double]
    private let state: Mutex<State>

    /// Creates a histogram.
    /// - Parameter bounds: The upper bounds of its buckets, in ascending order.
    init(_ bounds: [Double]) {
        self.bounds = bounds
        state = Mutex(State(counts: Array(repeating: 0, count: bounds.count + 1)))
    }

    func record(_ value: Int64) { record(Double(value)) }

    func record(_ value: Double) {
        guard value.isFinite else { return }
        let index = bounds.firstIndex { value <= $0 } ?? bounds.count
        state.withLock { state in
            state.counts[index] += 1
            state.sum += value
        }
    }

    func recordNanoseconds(_ duration: Int64) { record(Double(duration) / 1e9) }

    func samples(_ labels: MetricLabels) -> [MetricFamily.Sample] {
        let (counts, sum) = state.withLock { ($0.counts, $0.sum) }
        var total = 0
        var samples: [MetricFamily.Sample] = []
        for (bound, count) in zip(bounds + [.infinity], counts) {
            total += count
            samples.append(
                .init(suffix: "_bucket", labels: labels, bound: bound, value: Double(total)))
        }
        samples.append(.init(suffix: "_sum", labels: labels, value: sum))
        samples.append(.init(suffix: "_count", labels: labels, value: Double(total)))
        return samples
    }
}
