import Foundation
import SaybusBus
import SaybusMessages
import SaybusMetricsJudges
import SaybusOperations
import SaybusStage
import SaybusTelemetry
import SaybusTesting
import Testing

@Suite("The metrics of programs", .serialized)
struct MetricsTests {
    @Test("turns are counted by outcome, each stage's time is in its histogram, and promtool accepts all scrapes")
    func turns() async throws {
        let pipeline = try ObservedPipeline()
        let programs = try await pipeline.startAll()
        try await pipeline.ask("set a timer for ten minutes")
        try await pipeline.ask("colourless green ideas")
        let dispatch = try await #require(programs[.dispatch]).scrape()
        #expect(dispatch.sum("saybus_turns_ended_total", where: #"outcome="handled""#) == 1)
        #expect(dispatch.sum("saybus_turns_ended_total", where: #"outcome="not-understood""#) == 1)
        #expect(dispatch.sum("saybus_turn_duration_seconds_count") == 2)
        let intent = try await #require(programs[.intent]).scrape()
        #expect(intent.values[#"saybus_stage_duration_seconds_count{kind="speech.intent",role="intent"}"#] == 2)
        #expect(
            intent.values[#"saybus_stage_duration_seconds_bucket{kind="speech.intent",role="intent",le="+Inf"}"#] == 2)
        #expect(intent.values[#"saybus_stage_state{role="intent",state="ready"}"#] == 1)
        #expect(intent.values[#"saybus_stage_state{role="intent",state="failed"}"#] == 0)
        #expect(intent.sum("saybus_messages_received_total") >= 2)
        let audio = try await #require(programs[.audio]).scrape()
        #expect(audio.sum("saybus_stage_duration_seconds_count", where: "audio.playback") >= 1)
        let broker = try await #require(programs[.broker]).scrape { $0.sum("saybus_messages_received_total") > 10 }
        #expect(broker.sum("saybus_messages_received_total") > 10)
        #expect(broker.sum("saybus_broker_retained_messages") > 0)
        let known = Set(MetricsTable.described.map(\.name) + ProcessMetrics.families().map(\.name))
        for (role, scrape) in [("dispatch", dispatch), ("intent", intent), ("audio", audio), ("broker", broker)] {
            #expect(scrape.names.subtracting(known) == [], "\(role) exports what nobody describes")
            #expect(scrape.sum("process_resident_memory_bytes") > 1_000_000)
            guard Promtool.isInstalled else { continue }
            let file = try pipeline.folder.write("\(role).txt", scrape.text)
            let (code, text) = try await Promtool.run(["check", "metrics"], input: file)
            #expect(code == 0, "\(role): \(text)")
        }
    }

    @Test("an address in use ends the program with 69 and one line, and a wrong one with 64")
    func addresses() async throws {
        let pipeline = try ObservedPipeline()
        let broker = try pipeline.start(.broker)
        let port = try await broker.metricsPort()
        for role in [Role.intent, .broker] {
            // Another bus: the one of the pipeline has a broker.
            let second = try ProgramUnderTest(
                "saybus-\(role)", ["--bus", TestBus.freshAddress().url, "--metrics", "127.0.0.1:\(port)"])
            #expect(try await second.exitCode() == 69)
            let lines = second.lines(.standardError)
            #expect(lines.count == 1, "\(lines)")
            #expect(lines.first?.contains("127.0.0.1:\(port), which is in use") == true)
            let wrong = try ProgramUnderTest("saybus-\(role)", ["--metrics", "9464"])
            #expect(try await wrong.exitCode() == 64)
        }
        for (url, words) in [("https://localhost", "https://localhost"), ("http://me:secret@localhost", "a password")] {
            let wrong = try ProgramUnderTest("saybus-intent", ["--traces", url])
            #expect(try await wrong.exitCode() == 64)
            let text = wrong.lines(.standardError).joined(separator: "\n")
            #expect(text.contains(words) && !text.contains("secret"), "\(text)")
        }
    }

    @Test("metrics are served before there is a broker, and say that the stage is not ready")
    func withoutBroker() async throws {
        let pipeline = try ObservedPipeline()
        let intent = try pipeline.start(.intent)
        // They are served a little before the stage has its state.
        let starting = #"saybus_stage_state{role="intent",state="starting"}"#
        #expect(try await intent.scrape { $0.values[starting] == 1 }.values[starting] == 1)
    }

    @Test("a recording has metrics, too")
    func recording() async throws {
        let pipeline = try ObservedPipeline()
        let broker = try pipeline.start(.broker)
        try await broker.ready()
        let arguments = ["--bus", pipeline.address.url, "--metrics", "127.0.0.1:0"]
        let tap = try ProgramUnderTest("saybus-tap", ["record", pipeline.folder.path("bus.db")] + arguments)
        try await tap.ready()
        #expect(try await tap.scrape { $0.sum("saybus_messages_received_total") > 0 }.names.count > 10)
        tap.send(SIGTERM)
        #expect(try await tap.exitCode() == 0)
    }

    @Test("saybus up serves its own metrics, and those of its programs at the next ports")
    func supervisor() async throws {
        let pipeline = try ObservedPipeline()
        let port = try FreePort.number()
        func write(_ port: Int) throws {
            try pipeline.folder.write(
                "saybus.yaml",
                """
                bus: \(pipeline.address.url)
                metrics: 127.0.0.1:\(port)
                apps: app.yaml
                stages: {broker: , dispatch: , intent: , audio: {sink: "null"}}
                """)
        }
        try write(port)
        let up = try ProgramUnderTest("saybus", ["up", pipeline.folder.path("saybus.yaml")])
        try await up.line(within: .seconds(60)) { $0.hasPrefix("pipeline ready") }
        func scrape(_ offset: Int) async throws -> Scrape {
            Scrape(try await LoopbackConnection.ask("GET /metrics HTTP/1.1\r\nHost: a\r\n\r\n", port: port + offset))
        }
        let own = try await scrape(0)
        #expect(own.values[#"saybus_program_running{program="broker",role="broker"}"#] == 1)
        #expect(own.sum("saybus_program_running") == 4)
        #expect(own.sum("saybus_program_restarts_total") == 0)
        for (offset, role) in [(1, "broker"), (2, "dispatch"), (3, "intent"), (4, "audio")] {
            let scrape = try await scrape(offset)
            #expect(scrape.sum("saybus_stage_info", where: "role=\"\(role)\"") == 1, "port \(port + offset)")
        }
        let other = try FreePort.number()
        try write(other)
        try await up.line(on: .standardError) { $0.contains("its own metrics are served at 127.0.0.1:\(other)") }
        let moved = Scrape(try await LoopbackConnection.ask("GET /metrics HTTP/1.1\r\nHost: a\r\n\r\n", port: other))
        // Its programs are being started again.
        #expect(moved.names.contains("process_cpu_seconds_total"))
        up.send(SIGTERM)
        #expect(try await up.exitCode() == 0)
    }
}
