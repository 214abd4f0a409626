/// A metric with its samples at one moment, as a scrape shows it.
public struct MetricFamily: Sendable, Equatable {
    /// A type of metric.
    public enum MetricType: String, Sendable {
        /// A number that only grows while the program runs.
        case counter
        /// A number that goes up and down.
        case gauge
        /// Counts of observations in buckets.
        case histogram
    }

    /// One number of a metric.
    struct Sample: Sendable, Equatable {
        /// The end of the sample's name after that of the metric: `_bucket`, `_sum` or `_count` of a histogram.
        var suffix = ""
        /// The labels.
        var labels: MetricLabels
        /// The upper bound of a histogram's bucket; nil for other samples.
        var bound: Double?
        /// The number.
        var value: Double
    }

    /// The name, such as `saybus_turns_ended_total`.
    public var name: String
    /// The type.
    var type: MetricType
    /// The meaning, in a sentence.
    var help: String
    /// The samples.
    var samples: [Sample]

    /// Creates a metric of one sample for each set of labels.
    public init(_ name: String, _ type: MetricType, _ help: String, _ values: [(MetricLabels, Double)]) {
        self.init(name: name, type: type, help: help, samples: values.map { Sample(labels: $0.0, value: $0.1) })
    }

    /// Creates a metric from its parts.
    init(name: String, type: MetricType, help: String, samples: [Sample]) {
        (self.name, self.type, self.help, self.samples) = (name, type, help, samples)
    }
}
