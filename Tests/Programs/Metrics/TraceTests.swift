import Foundation
import SaybusBus
import SaybusMessages
import SaybusTesting
import Testing

@Suite("Turns as traces", .serialized)
struct TraceTests {
    static let hasCollector = PythonInterpreter.canImport("opentelemetry.proto.collector.trace.v1.trace_service_pb2")

    static let hasSpeech =
        access("/usr/bin/espeak-ng", X_OK) == 0 && access("/usr/share/pocketsphinx/model/en-us/en-us", R_OK) == 0

    @Test(
        "a turn is one trace, whose spans are within each other as the stages work for each other",
        .enabled(if: TraceTests.hasCollector, "the Python package opentelemetry-proto is installed"))
    func turn() async throws {
        let pipeline = try ObservedPipeline()
        let collector = try Collector()
        let programs = try await pipeline.startAll(["--traces", try await collector.url()])
        let tap = try Bus(at: pipeline.address, as: Source(role: .tap, instance: "test")!, logger: TestBus.quiet)
        let ends = tap.subscribe(TurnEnded.self)
        try await tap.ready()
        try await pipeline.ask("set a timer for ten minutes")
        let end = try #require(await ends.first(within: .seconds(20)))
        let turn = try #require(end.header.turn)
        let names = ["turn", "intent", "dispatch", "audio", "first sound"]
        var spans: [String: Collector.Span] = [:]
        for name in names { spans[name] = try await collector.span(name) }
        let root = try #require(spans["turn"])
        #expect(root.parent.isEmpty)
        #expect(root.trace == "\(turn)".replacing("-", with: ""))
        #expect(root.attributes["saybus.outcome"] == "handled")
        #expect(spans.values.allSatisfy { $0.trace == root.trace && !$0.failed })
        #expect(spans["intent"]?.parent == root.span)
        #expect(spans["dispatch"]?.parent == root.span)
        #expect(spans["audio"]?.parent == spans["dispatch"]?.span)
        #expect(spans["first sound"]?.parent == spans["audio"]?.span)
        #expect(spans["intent"]?.service == "saybus-intent")
        for span in spans.values {
            let parent = spans.values.first { $0.span == span.parent }
            // The programs' clocks are this machine's, but each asks the broker's.
            let slack: UInt64 = 5_000_000
            #expect(span.start <= span.end)
            if let parent {
                #expect(span.start + slack >= parent.start && span.end <= parent.end + slack, "\(span.name)")
            }
        }
        let counted = try await #require(programs[.dispatch]).scrape { $0.sum("saybus_spans_exported_total") >= 2 }
        #expect(counted.sum("saybus_spans_exported_total") == 2)
        #expect(collector.refusals == [])
    }

    @Test(
        "the metrics that a Swift app makes stand beside Saybus', and its spans are within its turn",
        .enabled(if: TraceTests.hasCollector, "the Python package opentelemetry-proto is installed"))
    func app() async throws {
        let pipeline = try ObservedPipeline()
        let collector = try Collector()
        let broker = try pipeline.start(.broker)
        try await broker.ready()
        let arguments = [
            "--bus", pipeline.address.url, "--metrics", "127.0.0.1:0", "--traces", try await collector.url(),
        ]
        let app = try ProgramUnderTest("saybus-metrics-test-app", arguments)
        let others = try [Role.audio, .intent].map { try pipeline.start($0) }
        for program in [app] + others { try await program.ready() }
        #expect(try await pipeline.ask("order soup").contains("Soup it is."))
        #expect(try await app.scrape().values[#"kitchen_orders_total{dish="soup"}"#] == 1)
        let (cook, dispatch, turn) = (
            try await collector.span("cook"), try await collector.span("dispatch"), try await collector.span("turn")
        )
        #expect(cook.attributes == ["dish": "soup"])
        #expect(cook.parent == dispatch.span)
        #expect(cook.trace == turn.trace && dispatch.trace == turn.trace)
        #expect(collector.refusals == [])
    }

    @Test(
        "a spoken turn has spans of the listener and the recognizer, and its metrics",
        .enabled(if: TraceTests.hasCollector, "the Python package opentelemetry-proto is installed"),
        .enabled(if: TraceTests.hasSpeech, "espeak-ng and pocketsphinx-en-us are installed"))
    func spoken() async throws {
        let pipeline = try ObservedPipeline()
        let collector = try Collector()
        let traces = ["--traces", try await collector.url()]
        let programs = try await pipeline.startAll(traces)
        let transcribe = try pipeline.start(.transcribe, traces)
        try await transcribe.ready(within: .seconds(60))
        let sound = pipeline.folder.path("timer.wav")
        let words = "set a timer for ten minutes"
        let espeak = try ProgramUnderTest("/usr/bin/espeak-ng", ["-v", "en-us+f3", "-s", "150", "-w", sound, words])
        #expect(try await espeak.exitCode() == 0)
        let listen = try pipeline.start(.listen, traces + ["--wav", sound])
        let turn = try await collector.span("turn", within: .seconds(60))
        for name in ["listen", "transcribe", "intent", "dispatch"] {
            let span = try await collector.span(name)
            #expect(span.parent == turn.span && span.trace == turn.trace, "\(name)")
        }
        #expect(try await collector.span("transcribe").attributes["saybus.engine"] != nil)
        let heard = try await transcribe.scrape()
        #expect(heard.sum("saybus_transcripts_total", where: #"result="text""#) == 1)
        #expect(heard.sum("saybus_engine_real_time_factor_count") == 1)
        #expect(heard.sum("saybus_engine_real_time_factor_sum") > 0)
        let dispatch = try await #require(programs[.dispatch]).scrape()
        #expect(dispatch.sum("saybus_turn_response_seconds_count") == 1)
        // The listener has come to the end of its file, and its metrics with it.
        #expect(try await listen.exitCode() == 0)
        #expect(collector.refusals == [])
    }

    @Test(
        "spans that wait when a program ends are exported",
        .enabled(if: TraceTests.hasCollector, "the Python package opentelemetry-proto is installed"))
    func ending() async throws {
        let pipeline = try ObservedPipeline()
        let collector = try Collector()
        // By the environment, as all programs of a machine get it.
        let programs = try await pipeline.startAll(
            environment: ["OTEL_EXPORTER_OTLP_ENDPOINT": try await collector.url(), "OTEL_SERVICE_NAME": "kitchen"])
        try await pipeline.ask("set a timer for ten minutes")
        programs[.dispatch]?.send(SIGTERM)
        #expect(try await programs[.dispatch]?.exitCode() == 0)
        #expect(try await collector.span("dispatch").service == "kitchen")
    }

    @Test("a collector that is away costs a problem in the status and counted spans, and turns go on")
    func away() async throws {
        let pipeline = try ObservedPipeline()
        let port = try FreePort.number()
        let url = "http://127.0.0.1:\(port)"
        let programs = try await pipeline.startAll(["--traces", url])
        let tap = try Bus(at: pipeline.address, as: Source(role: .tap, instance: "test")!, logger: TestBus.quiet)
        let statuses = tap.subscribe(StageStatus.self)
        try await tap.ready()
        for _ in 0..<3 { #expect(try await pipeline.ask("set a timer for ten minutes").contains("10 minutes")) }
        let status = await statuses.first(within: .seconds(20)) { status in
            status.body.problem?.contains("collector of traces") == true
        }
        #expect(status?.body.state == .ready)
        let dispatch = try #require(programs[.dispatch])
        let dropped = try await dispatch.scrape { $0.sum("saybus_spans_dropped_total") > 0 }
        #expect(dropped.sum("saybus_spans_dropped_total") > 0)
        #expect(dropped.sum("saybus_stage_problem") == 1)
        let remarks = dispatch.lines(.standardError).filter { $0.contains("cannot be reached") }
        #expect(remarks.count == 1)
        dispatch.send(SIGTERM)
        #expect(try await dispatch.exitCode() == 0)
    }
}
