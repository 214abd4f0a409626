import SaybusTelemetry

/// A metric that Saybus' programs export.
public struct MetricDescription: Sendable {
    /// The name as Prometheus shows it, such as `saybus_messages_received_total`.
    public let name: String
    /// The type as Prometheus distinguishes them.
    public let type: MetricFamily.MetricType
    /// The names of its labels.
    public let labels: [String]
    /// The meaning, in a sentence.
    public let help: String
    /// The upper bounds of its buckets, if it is a histogram.
    public let bounds: [Double]

    /// Creates a description.
    public init(
        _ name: String, _ type: MetricFamily.MetricType, _ labels: [String], _ help: String,
        bounds: [Double] = MetricRegistry.defaultBounds
    ) {
        (self.name, self.type, self.labels, self.help, self.bounds) = (name, type, labels, help, bounds)
    }

    /// Returns the metric with its samples.
    public func family(_ values: [(MetricLabels, Double)]) -> MetricFamily { MetricFamily(name, type, help, values) }
}
