import CoreMetrics
import Synchronization

/// The metrics of a program: those made with swift-metrics, and those that collectors read at each scrape.
///
/// Bounded: a metric has at most ``maximumSeries`` sets of labels. Further ones are counted together, in one whose
/// values are all `other`. A metric that is not in use any more keeps its numbers until the program ends, as
/// Prometheus expects.
public final class MetricRegistry: MetricsFactory {
    /// The most sets of labels of a metric.
    static let maximumSeries = 256
    /// The most metrics.
    static let maximumMetrics = 1024
    /// The upper bounds of a histogram's buckets that is not described otherwise: seconds from a millisecond to a
    /// minute.
    public static let defaultBounds = [
        0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10, 30, 60,
    ]

    private struct Metric {
        let type: MetricFamily.MetricType
        var series: [MetricLabels: any MetricSeries] = [:]
    }

    private struct Description {
        let help: String
        let bounds: [Double]
    }

    private struct State {
        var metrics: [String: Metric] = [:]
        var descriptions: [String: Description] = [:]
        var collectors: [@Sendable () -> [MetricFamily]] = []
    }

    private let state = Mutex(State())

    /// Creates an empty registry.
    public init() {}

    /// Describes a metric.
    /// - Parameters:
    ///   - name: Its complete name.
    ///   - help: Its meaning, in a sentence.
    ///   - bounds: The upper bounds of its buckets, in ascending order, if it is a histogram.
    public func describe(_ name: String, _ help: String, bounds: [Double] = defaultBounds) {
        state.withLock { $0.descriptions[name] = Description(help: help, bounds: bounds) }
    }

    /// Adds a collector, whose metrics are read at each scrape.
    public func addCollector(_ collect: @escaping @Sendable () -> [MetricFamily]) {
        state.withLock { $0.collectors.append(collect) }
    }

    /// Returns all metrics at this moment, sorted by name. Samples of one name stand together, wherever they come from.
    func families() -> [MetricFamily] {
        let (metrics, descriptions, collectors) = state.withLock { ($0.metrics, $0.descriptions, $0.collectors) }
        var families: [String: MetricFamily] = [:]
        for (name, metric) in metrics {
            let help = descriptions[name]?.help ?? "A \(metric.type.rawValue) of this program."
            let samples = metric.series.sorted { $0.key.text() < $1.key.text() }.flatMap { $0.value.samples($0.key) }
            families[name] = MetricFamily(name: name, type: metric.type, help: help, samples: samples)
        }
        for collect in collectors {
            for family in collect() {
                let known = families[family.name]
                guard known == nil || known?.type == family.type else { continue }
                families[family.name, default: family].samples = (known?.samples ?? []) + family.samples
            }
        }
        return families.values.sorted { $0.name < $1.name }
    }

    /// Returns the series of a metric, which is made if there is none; nil when the name is that of another type of
    /// metric, or there are too many.
    private func series<Series: MetricSeries>(
        _ name: String, _ type: MetricFamily.MetricType, _ dimensions: [(String, String)], _ make: ([Double]) -> Series
    ) -> Series? {
        let labels = MetricLabels(dimensions)
        return state.withLock { state in
            guard state.metrics[name] != nil || state.metrics.count < Self.maximumMetrics else { return nil }
            var metric = state.metrics[name] ?? Metric(type: type)
            guard metric.type == type else { return nil }
            let isFull = metric.series[labels] == nil && metric.series.count >= Self.maximumSeries
            let key = isFull ? labels.overflowing : labels
            if let series = metric.series[key] { return series as? Series }
            let series = make(state.descriptions[name]?.bounds ?? Self.defaultBounds)
            metric.series[key] = series
            state.metrics[name] = metric
            return series
        }
    }
}

extension MetricRegistry {
    /// Returns a counter, whose name ends in `_total`.
    public func makeCounter(label: String, dimensions: [(String, String)]) -> any CounterHandler {
        counter(label, dimensions) ?? NOOPMetricsHandler.instance
    }

    /// Returns a counter of fractions, whose name ends in `_total`.
    public func makeFloatingPointCounter(label: String, dimensions: [(String, String)])
        -> any FloatingPointCounterHandler
    {
        counter(label, dimensions) ?? NOOPMetricsHandler.instance
    }

    private func counter(_ label: String, _ dimensions: [(String, String)]) -> CounterSeries? {
        series(MetricName.ofMetric(label, unit: "_total"), .counter, dimensions) { _ in CounterSeries() }
    }

    /// Returns a gauge.
    public func makeMeter(label: String, dimensions: [(String, String)]) -> any MeterHandler {
        gauge(label, dimensions) ?? NOOPMetricsHandler.instance
    }

    /// Returns a histogram for values that are aggregated, else a gauge.
    public func makeRecorder(label: String, dimensions: [(String, String)], aggregate: Bool) -> any RecorderHandler {
        guard aggregate else { return gauge(label, dimensions) ?? NOOPMetricsHandler.instance }
        return histogram(MetricName.ofMetric(label), dimensions) ?? NOOPMetricsHandler.instance
    }

    private func gauge(_ label: String, _ dimensions: [(String, String)]) -> GaugeSeries? {
        series(MetricName.ofMetric(label), .gauge, dimensions) { _ in GaugeSeries() }
    }

    /// Returns a histogram of seconds, whose name ends in `_seconds`.
    public func makeTimer(label: String, dimensions: [(String, String)]) -> any TimerHandler {
        histogram(MetricName.ofMetric(label, unit: "_seconds"), dimensions) ?? NOOPMetricsHandler.instance
    }

    private func histogram(_ name: String, _ dimensions: [(String, String)]) -> HistogramSeries? {
        series(name, .histogram, dimensions) { HistogramSeries($0) }
    }

    /// Does nothing: a counter that is made again goes on.
    public func destroyCounter(_ handler: any CounterHandler) {}
    /// Does nothing: a counter that is made again goes on.
    public func destroyFloatingPointCounter(_ handler: any FloatingPointCounterHandler) {}
    /// Does nothing.
    public func destroyMeter(_ handler: any MeterHandler) {}
    /// Does nothing.
    public func destroyRecorder(_ handler: any RecorderHandler) {}
    /// Does nothing.
    public func destroyTimer(_ handler: any TimerHandler) {}
}
