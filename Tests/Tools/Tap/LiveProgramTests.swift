import Foundation
import SaybusBus
import SaybusMessages
import SaybusTesting
import Testing

@Suite("The live commands of saybus-tap")
struct LiveProgramTests {
    private let name = "saybus-tap"

    private func values(_ lines: [String]) throws -> [JSONValue] {
        try lines.map { try JSONValue(parsing: Array($0.utf8)) }
    }

    /// Publishes a turn that consists of a transcript and an end.
    private func publishTurn(_ bus: Bus) throws {
        let turn = TurnID()
        let text = try bus.publish(SpeechTranscript(text: "next", engine: "text"), turn: turn)
        try bus.publish(TurnEnded(outcome: .handled), answering: text)
    }

    @Test("trace shows a turn when it ends, writes a Chrome trace, and exits with 1 if the budget was exceeded")
    func trace() async throws {
        let test = try TestBus()
        let file = NSTemporaryDirectory() + "saybus-test-\(UUID().uuidString).json"
        defer { unlink(file) }
        let tap = try ProgramUnderTest(
            name, ["trace", "last", "--json", "--max-ms", "1", "--chrome", file, "--bus", test.address.url])
        try await tap.ready()
        let bus = try test.connect(.ask)
        try await bus.ready()
        let turn = TurnID()
        // The header's time is a second ago, so that the turn takes a second.
        var header = Header(
            kind: SpeechTranscript.kind, session: .default, turn: turn, source: bus.source, run: bus.run, sequence: 0,
            at: WallClock.microseconds() - 1_000_000)
        let body = try SpeechTranscript(text: "next", engine: "text").wire(header: &header)
        try bus.publish(frames: RawMessage(header: header, body: body).frames)
        try bus.publish(TurnEnded(outcome: .handled), answering: header)
        #expect(try await tap.exitCode() == 1)
        let lines = try values(tap.lines())
        #expect(lines.count == 1)
        #expect(lines[0]["overBudget"] == true && lines[0]["turn"] == .string(turn.description))
        let events = try JSONValue(parsing: Array(try Data(contentsOf: URL(fileURLWithPath: file))))
        guard case .array(let elements) = events else {
            Issue.record("no array")
            return
        }
        #expect(elements.contains { $0["ph"] == "X" && $0["name"] == "next" })
    }

    @Test("a requested turn that was not observed is reported in one line with the remedy, with exit code 1")
    func turnNotObserved() async throws {
        let test = try TestBus()
        for turn in [TurnID().description, "last"] {
            let tap = try ProgramUnderTest(name, ["trace", turn, "--bus", test.address.url])
            try await tap.ready()
            tap.send(SIGINT)
            #expect(try await tap.exitCode() == 1)
            let said = tap.lines(.standardError).filter { !$0.hasPrefix("ready ") && !$0.contains("waiting for") }
            #expect(said.count == 1 && said.first?.contains("saybus-tap record") == true, "\(said)")
            #expect(tap.lines().isEmpty)
        }
    }

    @Test("a Chrome trace lacks only its closing bracket when the tap is killed")
    func killed() async throws {
        let test = try TestBus()
        let file = NSTemporaryDirectory() + "saybus-test-\(UUID().uuidString).json"
        defer { unlink(file) }
        let tap = try ProgramUnderTest(name, ["trace", "--chrome", file, "--bus", test.address.url])
        try await tap.ready()
        let bus = try test.connect(.ask)
        try await bus.ready()
        for _ in 0..<3 { try publishTurn(bus) }
        try await tap.line { $0.contains("turn.ended") }
        tap.send(SIGKILL)
        _ = try await tap.exitCode()
        let text = String(decoding: try Data(contentsOf: URL(fileURLWithPath: file)), as: UTF8.self)
        #expect(!text.hasSuffix("]\n"))
        guard case .array = try JSONValue(parsing: Array((text + "]").utf8)) else {
            Issue.record("no array")
            return
        }
    }

    @Test("gaps exits with 1 and a summary if messages were lost, and with 0 otherwise")
    func gaps() async throws {
        let test = try TestBus()
        let watching = try ProgramUnderTest(name, ["gaps", "speech.*", "--bus", test.address.url])
        let other = try ProgramUnderTest(name, ["gaps", "audio.*", "--json", "--bus", test.address.url])
        try await watching.ready()
        try await other.ready()
        let bus = try test.connect(.transcribe)
        try await bus.ready()
        for number in [0, 1, 5] {
            var header = Header(
                kind: SpeechPartial.kind, session: .default, source: bus.source, run: bus.run, sequence: number)
            let body = try SpeechPartial(text: "a", revision: 0).wire(header: &header)
            try bus.publish(frames: RawMessage(header: header, body: body).frames)
        }
        try await watching.line { $0.contains("lost 3 speech.partial") && $0.contains("before the broker") }
        watching.send(SIGINT)
        #expect(try await watching.exitCode() == 1)
        #expect(watching.lines().contains { $0.hasPrefix("3 messages lost") })
        other.send(SIGTERM)
        #expect(try await other.exitCode() == 0)
        #expect(try values(other.lines()).last?["summary"]?["lost"] == 0)
    }

    @Test("a message that comes again, unchanged or with a number of its own, is no loss")
    func repetition() async throws {
        let test = try TestBus()
        let gaps = try ProgramUnderTest(name, ["gaps", "speech.*", "--bus", test.address.url])
        let echo = try ProgramUnderTest(name, ["echo", "--kind", "speech.*", "--json", "--bus", test.address.url])
        for tap in [gaps, echo] { try await tap.ready() }
        let bus = try test.connect(.transcribe)
        let partials = bus.subscribe(to: [SpeechPartial.self])
        try await bus.ready()
        try bus.publish(SpeechPartial(text: "first", revision: 0))
        guard case .message(var message)? = await partials.first() else {
            Issue.record("no message")
            return
        }
        try bus.publishAgain([message])
        message.header.sequence += 1
        try bus.publishAgain([message])
        (message.header.id, message.header.sequence) = (MessageID(), message.header.sequence + 1)
        try bus.publishAgain([message])
        let id = message.header.id
        try await echo.line { $0.contains("\(id)") }
        echo.send(SIGINT)
        #expect(try await echo.exitCode() == 0)
        // A loss shows that the messages before it have been seen, and is the only one.
        (message.header.id, message.header.sequence) = (MessageID(), message.header.sequence + 6)
        try bus.publishAgain([message])
        try await gaps.line { $0.contains("lost 5 speech.partial") }
        gaps.send(SIGINT)
        #expect(try await gaps.exitCode() == 1, "\(gaps.report)")
        #expect(gaps.lines().contains { $0.hasPrefix("5 messages lost") }, "\(gaps.report)")
        #expect(echo.lines().count { $0.contains("speech.partial") } == 2, "\(echo.report)")
        #expect(!echo.lines().contains { $0.contains("\"lost\"") }, "\(echo.report)")
    }

    @Test("hz, latency and top end after --once or --duration and print the figures as JSON")
    func figures() async throws {
        let test = try TestBus()
        let bus = try test.connect(.transcribe)
        try await bus.ready()
        let address = ["--json", "--bus", test.address.url]
        let hz = try ProgramUnderTest(name, ["hz", "speech.*", "--once"] + address)
        let latency = try ProgramUnderTest(name, ["latency", "--duration", "1", "--every", "60"] + address)
        let top = try ProgramUnderTest(name, ["top", "--once", "--every", "1.5"] + address)
        for program in [hz, latency, top] { try await program.ready() }
        for revision in 0..<5 { try bus.publish(SpeechPartial(text: "a", revision: revision)) }
        try publishTurn(bus)
        for program in [hz, latency, top] { #expect(try await program.exitCode() == 0) }
        let rates = try #require(try values(hz.lines()).last)
        guard case .array(let streams)? = rates["streams"] else {
            Issue.record("\(rates)")
            return
        }
        #expect(streams.first { $0["kind"] == "speech.partial" }?["messages"] == 5)
        let times = try #require(try values(latency.lines()).last)
        guard case .array(let rows)? = times["latencies"] else {
            Issue.record("\(times)")
            return
        }
        #expect(rows.contains { $0["from"] == "speech.transcript" && $0["to"] == "turn.ended" })
        let stages = try #require(try values(top.lines()).last)
        guard case .array(let members)? = stages["stages"],
            let broker = members.first(where: { $0["role"] == "broker" })
        else {
            Issue.record("\(stages)")
            return
        }
        guard case .integer(let memory)? = broker["memoryBytes"] else {
            Issue.record("no memory")
            return
        }
        #expect(memory > 1 << 20)
    }

    @Test(
        "periodic figures are not printed twice at the end",
        arguments: [("1", "1", 1), ("0.5", "1", 1), ("2.9", "1", 3)])
    func figuresOnce(duration: String, every: String, times: Int) async throws {
        let test = try TestBus()
        // Side by side: each runs for its time.
        let taps = try ["latency", "hz", "top"].map { command in
            try ProgramUnderTest(
                name, [command, "--json", "--duration", duration, "--every", every, "--bus", test.address.url])
        }
        for tap in taps {
            #expect(try await tap.exitCode() == 0)
            #expect(tap.lines().count == times, "\(tap.report)")
        }
    }

    @Test("graph prints at once the publications and subscriptions of a stage's status")
    func graph() async throws {
        let test = try TestBus()
        let bus = try test.connect(.intent)
        try await bus.ready()
        var status = StageStatus(role: .intent, instance: "test", state: .ready, pid: 1, uptimeMs: 1)
        (status.publishes, status.subscribes) = (["speech.intent"], ["speech.transcript"])
        try bus.publish(status)
        try await bus.ready()
        let tap = try ProgramUnderTest(name, ["graph", "--graphviz", "--bus", test.address.url])
        #expect(try await tap.exitCode() == 0)
        #expect(tap.lines().contains("  \"speech.transcript\" -> \"intent/test\";"))
        #expect(tap.lines().first == "digraph saybus {" && tap.lines().last == "}")
    }

    @Test("raw output contains every frame unchanged, and a regular expression selects messages")
    func raw() async throws {
        let test = try TestBus()
        let all = try ProgramUnderTest(
            name, ["--raw", "--count", "2", "--source", "transcribe", "--bus", test.address.url])
        let chosen = try ProgramUnderTest(
            name, ["--regex", "t[ae]n minutes$", "--count", "1", "--bus", test.address.url])
        try await all.ready()
        try await chosen.ready()
        let bus = try test.connect(.transcribe)
        try await bus.ready()
        try bus.publish(SpeechPartial(text: "nine minutes", revision: 0))
        try bus.publish(AudioInput(index: 0, isLast: true, samples: [1, 2, 255, 4]))
        try bus.publish(SpeechPartial(text: "ten minutes", revision: 1))
        #expect(try await all.exitCode() == 0)
        #expect(all.lines().contains { $0.contains(#""text":"nine minutes""#) })
        #expect(all.lines().contains { $0.hasPrefix("    00000000  01 02 ff 04") })
        #expect(try await chosen.exitCode() == 0)
        #expect(chosen.lines().count == 1)
    }

    @Test(
        "every command exits with 0 on a signal or a closed output; without a broker, with 69 and one error line",
        arguments: ["trace", "hz", "latency", "top", "gaps"])
    func ends(command: String) async throws {
        let test = try TestBus()
        // Side by side: they have nothing to do with each other.
        let tap = try ProgramUnderTest(name, [command, "--bus", test.address.url])
        let path = "\(ProgramUnderTest.directory)/\(name)"
        let shell = try ProgramUnderTest(
            "/bin/bash",
            ["-c", "'\(path)' \(command) --bus '\(test.address)' | true; echo \"codes ${PIPESTATUS[*]}\""])
        let withoutBroker = try ProgramUnderTest(
            name, [command, "--bus", try TestBus.freshAddress().url, "--wait", "0.2"])
        try await tap.ready()
        tap.send(SIGTERM)
        #expect(try await tap.exitCode() == 0)
        try await shell.line { $0 == "codes 0 0" }
        #expect(try await withoutBroker.exitCode() == 69)
        #expect(withoutBroker.lines(.standardError).count == 1)
    }

    @Test(
        "an invalid command line exits with 64 and names the problem",
        arguments: [
            (["trace", "xyz"], "xyz"), (["trace", "--max-ms", "0"], "--max-ms"), (["hz", "--window", "0"], "--window"),
            (["hz", "speech.transcrpt"], "speech.transcript"), (["top", "--every", "0"], "--every"),
            (["gaps", "--duration", "-1"], "--duration"), (["graph", "--json", "--graphviz"], "--graphviz"),
            (["--regex", "("], "("), (["--raw", "--json"], "--raw"),
        ])
    func usage(arguments: [String], wanted: String) async throws {
        let tap = try ProgramUnderTest(name, arguments)
        #expect(try await tap.exitCode() == 64)
        #expect(tap.lines(.standardError).joined(separator: "\n").contains(wanted))
    }

    @Test("a Chrome trace that cannot be written is reported at once")
    func noFile() async throws {
        let tap = try ProgramUnderTest(name, ["trace", "--chrome", "/nowhere/x.json"])
        #expect(try await tap.exitCode() == 74)
        #expect(tap.lines(.standardError).joined().contains("/nowhere/x.json"))
    }
}
