import Foundation
import SaybusBus
import SaybusMessages
import SaybusTesting
import Testing

@Suite("Replay of a recording through running stages", .serialized)
struct ReplayTests {
    /// Starts the programs of a pipeline that receives typed text only, without a sound device.
    private static func start(_ pipeline: Pipeline, _ roles: [Role]) async throws -> [ProgramUnderTest] {
        let programs = try roles.map { role in
            role == .audio
                ? try ProgramUnderTest(
                    "saybus-audio", ["--bus", pipeline.address.url, "--wait", "60", "--sink", "null"])
                : try pipeline.start(role)
        }
        for program in programs { try await program.ready() }
        return programs
    }

    private static func run(_ pipeline: Pipeline, _ arguments: [String], within time: Duration = .seconds(90))
        async throws
        -> (code: Int32, lines: [String], errors: [String])
    {
        let program = try ProgramUnderTest("saybus-tap", arguments)
        let code = try await program.exitCode(within: time)
        return (code, program.lines(), program.lines(.standardError))
    }

    private static func stop(_ program: ProgramUnderTest) async throws {
        program.send(SIGTERM)
        #expect(try await program.exitCode() == 0, "\(program.name)")
    }

    /// Publishes a text with `saybus ask` and waits for its turn's end.
    private static func type(_ text: String, _ pipeline: Pipeline) async throws {
        let ask = try ProgramUnderTest("saybus", ["ask", text, "--bus", pipeline.address.url])
        _ = try await ask.exitCode(within: .seconds(30))
    }

    @Test(
        "typed turns replayed at any speed, or from their intents, end as before; a diff finds only other times",
        arguments: [["--speed", "0"], ["--speed", "4"], ["--speed", "0", "--from", "intent"]])
    func typed(options: [String]) async throws {
        let pipeline = try Pipeline()
        try await withPrograms(try await Self.start(pipeline, [.broker, .intent, .dispatch, .audio])) {
            let (before, after) = (pipeline.folder + "/before.db", pipeline.folder + "/after.db")
            let recorder = try ProgramUnderTest("saybus-tap", ["record", before, "--bus", pipeline.address.url])
            try await recorder.ready()
            let texts = ["set a timer for ten minutes", "turn on the kitchen light", "blue sky over the sea"]
            for text in texts { try await Self.type(text, pipeline) }
            try await Self.stop(recorder)

            let replay = try await Self.run(
                pipeline, ["replay", before, "--record", after, "--bus", pipeline.address.url] + options)
            #expect(replay.code == 0, "\(replay.errors)")
            #expect(replay.lines.count == 3, "\(replay.lines)")
            #expect(replay.lines.count { $0.contains("handled  kitchen: ") } == 2)
            #expect(replay.lines.contains { $0.contains("\"\(texts[2])\"") && $0.contains("not-understood") })
            #expect(replay.errors.contains { $0.contains("3 turns ended") })

            let diff = try await Self.run(pipeline, ["diff", before, after])
            #expect(diff.code == 0, "\(diff.lines)")
            #expect(diff.lines.first?.hasPrefix("3 turns compared, 0 differ") == true, "\(diff.lines)")
            // The replayed turns are new, and name the recorded ones.
            let sessions = try await Self.run(pipeline, ["sessions", after])
            #expect(sessions.lines.count { $0.contains("replays ") } == 3, "\(sessions.lines)")
            #expect(sessions.lines.first?.contains("0 lost") == true)
        }
    }

    @Test("a replay waits for its stages, and names missing ones in one line")
    func startBarrier() async throws {
        let pipeline = try Pipeline()
        try await withPrograms(try await Self.start(pipeline, [.broker, .intent, .dispatch, .audio])) {
            let before = pipeline.folder + "/before.db"
            let recorder = try ProgramUnderTest("saybus-tap", ["record", before, "--bus", pipeline.address.url])
            try await recorder.ready()
            try await Self.type("turn on the kitchen light", pipeline)
            try await Self.stop(recorder)

            let other = try Pipeline()
            let broker = try other.start(.broker)
            try await broker.ready()
            let refused = try await Self.run(
                other, ["replay", before, "--from", "transcribe", "--wait", "0.3", "--bus", other.address.url])
            #expect(refused.code == 69)
            #expect(refused.errors.last?.contains("no intent, no dispatch stage is ready") == true, "\(refused.errors)")
            let waiting = try ProgramUnderTest(
                "saybus-tap", ["replay", before, "--from", "transcribe", "--wait", "60", "--bus", other.address.url])
            try await waiting.ready()
            let late = try await Self.start(other, [.audio, .dispatch, .intent])
            #expect(try await waiting.exitCode(within: .seconds(60)) == 0)
            #expect(waiting.lines().count { $0.contains("handled  kitchen: Light") } == 1, "\(waiting.lines())")
            for program in late { try await Self.stop(program) }
            try await Self.stop(broker)
        }
    }

    @Test(
        "a run recorded with PocketSphinx and replayed through another recognizer shows the differences",
        .enabled(
            if: Utterance.hasSynthesizer && Utterance.hasModel
                && ProcessInfo.processInfo.environment["SAYBUS_PYTHON"] != nil,
            "espeak-ng, pocketsphinx-en-us and SAYBUS_PYTHON are available"))
    func recognizerSwap() async throws {
        let pipeline = try Pipeline()
        let python = try #require(ProcessInfo.processInfo.environment["SAYBUS_PYTHON"])
        let wav = try await Utterance.wav("set a timer for ten minutes", in: pipeline.folder)
        try await withPrograms(try await Self.start(pipeline, [.broker, .intent, .dispatch, .audio])) {
            let transcriber = try pipeline.start(.transcribe)
            try await transcriber.ready()
            let files = ["before", "same", "after"].map { "\(pipeline.folder)/\($0).db" }
            let recorder = try ProgramUnderTest("saybus-tap", ["record", files[0], "--bus", pipeline.address.url])
            try await recorder.ready()
            let listen = try pipeline.start(.listen, wav: [wav])
            #expect(try await listen.exitCode(within: .seconds(60)) == 0)
            try await Self.stop(recorder)

            // The same recognizer yields the same transcript.
            let again = try await Self.run(
                pipeline, ["replay", files[0], "--speed", "0", "--record", files[1], "--bus", pipeline.address.url])
            #expect(again.code == 0, "\(again.lines) \(again.errors)")
            let same = try await Self.run(pipeline, ["diff", files[0], files[1]])
            #expect(same.code == 0, "\(same.lines)")
            try await Self.stop(transcriber)

            let other = try ProgramUnderTest(
                python,
                [
                    Self.root + "/deploy/python/transcriber.py", "--instance", "python-1", "turn", "on", "the",
                    "kitchen", "light",
                ],
                environment: ["SAYBUS_BUS": pipeline.address.url])
            try await Self.untilReady(pipeline, "python-1")
            let replay = try await Self.run(
                pipeline, ["replay", files[0], "--speed", "0", "--record", files[2], "--bus", pipeline.address.url])
            #expect(replay.code == 0, "\(replay.lines) \(replay.errors)")
            let diff = try await Self.run(pipeline, ["diff", files[0], files[2]])
            #expect(diff.code == 1)
            let text = diff.lines.joined(separator: "\n")
            #expect(text.contains("\"set a timer for ten minutes\" → \"turn on the kitchen light\""), "\(text)")
            #expect(text.contains("kitchen: SetTimer(minutes=10) → kitchen: Light(room=kitchen)"))
            #expect(text.contains("1 turn compared, 1 differ (transcript 1, intent 1, commands 1, outcome 0)"))
            let json = try await Self.run(pipeline, ["diff", files[0], files[2], "--json"])
            let value = try JSONValue(parsing: Array(json.lines.joined().utf8))
            #expect(value["changes"]?["transcript"] == 1 && value["compared"] == 1)
            #expect(value["microseconds"]?["transcript"]?["new"]?["p50"] != nil)
            other.send(SIGTERM)
        }
    }

    private static let root = PackageFolder.containing().path

    private static func untilReady(_ pipeline: Pipeline, _ instance: String) async throws {
        let tap = try pipeline.tap()
        let statuses = tap.subscribe(StageStatus.self)
        try await tap.ready()
        let status = await statuses.first { $0.body.instance == instance && $0.body.state == .ready }
        #expect(status != nil)
        await tap.close()
    }

    /// Runs `body` while the programs run, then stops them.
    private func withPrograms(_ programs: [ProgramUnderTest], _ body: () async throws -> Void) async throws {
        try await body()
        for program in programs.reversed() { try await Self.stop(program) }
    }
}
