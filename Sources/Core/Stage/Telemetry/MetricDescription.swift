import SaybusTelemetry

/// A metric that Saybus' programs export.
public struct MetricDescription: Sendable {
    /// The name.
    public let name: String
    /// The sort.
    public let sort: MetricFamily.Sort
    /// The names of its labels.
    public let labels: [String]
    /// The meaning, in a sentence.
    public let help: String
    /// The upper bounds of its buckets, if it is a histogram.
    public let bounds: [Double]

    /// Creates a description.
    public init(
        _ name: String, _ sort: MetricFamily.Sort, _ labels: [String], _ help: String,
        bounds: [Double] = MetricRegistry.defaultBounds
    ) {
        (self.name, self.sort, self.labels, self.help, self.bounds) = (name, sort, labels, help, bounds)
    }

    /// Returns the metric with its samples.
    public func family(_ values: [(MetricLabels, Double)]) -> MetricFamily { MetricFamily(name, sort, help, values) }
}
