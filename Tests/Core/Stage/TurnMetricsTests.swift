import SaybusMessages
import Testing

@testable import SaybusStage
@testable import SaybusTelemetry

@Suite("The metrics and the spans of turns")
struct TurnMetricsTests {
    @Test("a turn whose times are beyond all bounds is counted, and ends no program")
    func beyondBounds() {
        let registry = MetricRegistry()
        let metrics = TurnMetrics(role: .dispatch, factory: registry)
        let ended = TurnEnded(outcome: .handled, timings: ["transcribe": .max, "intent": .max, "audio": 1])
        let header = Header(
            kind: TurnEnded.kind, session: .default, source: Source(role: .dispatch, instance: "a")!, run: 1,
            sequence: 0)
        metrics.record(ended, header, answering: nil)
        let text = PrometheusText.text(registry.families())
        #expect(text.contains("saybus_turn_response_seconds_count 1"), "\(text)")
    }

    @Test("a question that was published years ago, by its own clock, adds no years to the time of the stages")
    func wrongClock() {
        let registry = MetricRegistry()
        let metrics = TurnMetrics(role: .intent, factory: registry)
        let second: Int64 = 1_000_000
        let now = 1_800_000_000 * second
        func header(_ kind: Kind, at time: Int64) -> Header {
            Header(
                kind: kind, session: .default, source: Source(role: .intent, instance: "a")!, run: 1, sequence: 0,
                at: time)
        }
        let intent = SpeechIntent(text: "on", hypotheses: [], engine: "test")
        for asked in [0, now - second] {
            metrics.record(
                intent, header(SpeechIntent.kind, at: now), answering: header(SpeechTranscript.kind, at: asked))
        }
        let text = PrometheusText.text(registry.families())
        let count = #"saybus_stage_duration_seconds_count{kind="speech.intent",role="intent"} 1"#
        #expect(text.contains(count + "\n"), "\(text)")
    }

    @Test("a span is not longer than a day, whatever the clock of the question and the turn's id say")
    func spans() {
        let queue = SpanQueue()
        let traces = TurnTraces(queue: queue)
        let second: Int64 = 1_000_000
        let now = 1_800_000_000 * second
        func header(_ kind: Kind, at time: Int64) -> Header {
            Header(
                kind: kind, session: .default, turn: TurnID(millisecondsSince1970: 1),
                source: Source(role: .intent, instance: "a")!, run: 1, sequence: 0, at: time)
        }
        let intent = SpeechIntent(text: "on", hypotheses: [], engine: "test")
        for asked in [0, now - 2 * second, now + second] {
            traces.record(
                intent, header(SpeechIntent.kind, at: now), answering: header(SpeechTranscript.kind, at: asked))
        }
        traces.record(TurnEnded(outcome: .handled), header(TurnEnded.kind, at: now), answering: nil)
        let lengths = queue.take().map { ($0.end - $0.start) / 1_000_000_000 }
        #expect(lengths == [0, 2, 0, 0])
    }
}
