import SaybusTelemetry

/// The metrics of the export of traces.
public enum SpanMetrics {
    static let exported = MetricDescription(
        "saybus_spans_exported_total", .counter, [], "Spans of traces that the collector has taken.")
    static let dropped = MetricDescription(
        "saybus_spans_dropped_total", .counter, [], "Spans of traces that were lost, because no collector took them.")
    static let queued = MetricDescription(
        "saybus_spans_queued", .gauge, [], "Spans of traces that wait to be exported.")

    /// All metrics of the export.
    public static let all = [exported, dropped, queued]

    static func families(_ spans: SpanQueue) -> [MetricFamily] {
        let counts = spans.counts
        return [
            exported.family([([:], Double(counts.exported))]), dropped.family([([:], Double(counts.dropped))]),
            queued.family([([:], Double(spans.count))]),
        ]
    }
}
