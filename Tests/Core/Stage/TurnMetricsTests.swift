import SaybusMessages
import Testing

@testable import SaybusStage
@testable import SaybusTelemetry

@Suite("The metrics of turns")
struct TurnMetricsTests {
    @Test("a turn whose times are beyond all bounds is counted, and ends no program")
    func beyondBounds() {
        let registry = MetricRegistry()
        let metrics = TurnMetrics(role: "dispatch", factory: registry)
        let ended = TurnEnded(outcome: .handled, timings: ["transcribe": .max, "intent": .max, "audio": 1])
        let header = Header(
            kind: TurnEnded.kind, session: .default, source: Source(role: "dispatch", instance: "a")!, run: 1,
            sequence: 0)
        metrics.record(ended, header, answering: nil)
        let text = PrometheusText.text(registry.families())
        #expect(text.contains("saybus_turn_response_seconds_count 1"), "\(text)")
    }
}
