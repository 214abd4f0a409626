import SaybusBroker
import SaybusOperations
import SaybusStage
import SaybusTelemetry

/// All metrics that Saybus' programs describe, and their rows in the page's table.
enum MetricsTable {
    static let described =
        StatusMetrics.all + TurnMetrics.all + SpanMetrics.all + BrokerMetrics.all + SupervisorMetrics.all

    /// Returns the row of a metric.
    static func row(_ metric: MetricDescription) -> String {
        let labels = metric.labels.map { "`\($0)`" }.joined(separator: ", ")
        return "| `\(metric.name)` | \(metric.type.rawValue) | \(labels) | \(metric.help) |"
    }
}
