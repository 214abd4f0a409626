import Glibc
import SaybusBus
import SaybusMessages
import SaybusTesting
import Testing

@Suite("Skill servers that misbehave towards a running dispatcher", .timeLimit(.minutes(2)))
struct SkillServerFaultTests {
    /// A dispatcher with a skill at a server's address, and the intent stage.
    private struct Running {
        let test: TestBus
        let client: Bus
        let audio: AudioDouble
        let folder: TemporaryFolder
        let intent: ProgramUnderTest
        let dispatch: ProgramUnderTest
    }

    private func start(_ server: WebServer, query: String = "", options: [String] = []) async throws -> Running {
        let folder = try TemporaryFolder()
        try folder.write(
            "skill.yaml", "skill: sandbox\nmodel: en-US.json\nendpoint: \(server.address)/\(query)\ntimeout: 4\n")
        try folder.write(
            "en-US.json",
            """
            {"interactionModel": {"languageModel": {"invocationName": "sandbox", "types": [],
              "intents": [{"name": "PingIntent", "slots": [], "samples": ["ping"]}]}}}
            """)
        let test = try TestBus()
        let client = try test.connect(Role("client"))
        let statuses = client.subscribe(StageStatus.self)
        try await client.ready()
        let audio = try await AudioDouble(test)
        let intent = try ProgramUnderTest("saybus-intent", ["--bus", test.address.url])
        try await intent.ready()
        let dispatch = try ProgramUnderTest(
            "saybus-dispatch", ["--bus", test.address.url, "--skill", folder.path] + options)
        try await dispatch.ready()
        _ = try #require(await statuses.first { $0.body.role == .intent && $0.body.catalogRevision != nil })
        return Running(
            test: test, client: client, audio: audio, folder: folder, intent: intent, dispatch: dispatch)
    }

    @Test("8 MB of packed bytes end the turn in its time, without memory")
    func bomb() async throws {
        let packed = GzipZeros.bytes(8 << 20)
        let head = "HTTP/1.1 200 OK\r\nContent-Encoding: gzip\r\nContent-Length: \(packed.count)\r\n\r\n"
        let server = try WebServer(sending: Array(head.utf8) + packed)
        let running = try await start(server)
        let ends = running.client.subscribe(TurnEnded.self)
        try await running.client.ready()
        let before = try PeakMemory.bytes(of: running.dispatch.processID)
        let began = ContinuousClock.now
        let turn = TurnID()
        try running.client.publish(SpeechTranscript(text: "open sandbox", confidence: 1, engine: "text"), turn: turn)
        let end = try #require(await ends.first(within: .seconds(20)) { $0.header.turn == turn })
        #expect(end.body.outcome != .handled && end.body.outcome != .expired, "\(end.body)")
        #expect(ContinuousClock.now - began < .seconds(15))
        #expect(await server.isLeft(within: .seconds(20)))
        #expect(try PeakMemory.bytes(of: running.dispatch.processID) - before < 32 << 20)
        running.dispatch.send(SIGTERM)
        #expect(try await running.dispatch.exitCode() == 0)
    }

    @Test("a token in a skill's address is in no message and no log, whatever its server answers")
    func token() async throws {
        let secret = "skill-secret-7f3a"
        for answer in ["500 Internal Server Error", "200 OK", "302 Found"] {
            let server = try WebServer { _ in WebServer.answer("nonsense", status: answer) }
            let running = try await start(server, query: "?token=\(secret)", options: ["--log-level", "trace"])
            let recorder = Recorder(running.client.subscribeToAll())
            try await running.client.ready()
            let turn = TurnID()
            try running.client.publish(
                SpeechTranscript(text: "open sandbox", confidence: 1, engine: "text"), turn: turn)
            let end = try #require(await recorder.first(TurnEnded.self) { $0.header.turn == turn })
            #expect(end.body.outcome == .failed, "\(end.body)")
            #expect(await server.isAsked(within: .seconds(20)))
            running.dispatch.send(SIGTERM)
            #expect(try await running.dispatch.exitCode() == 0)
            #expect(!running.dispatch.report.contains(secret))
            for message in recorder.messages {
                #expect(!String(decoding: message.body, as: UTF8.self).contains(secret), "\(message.header.kind)")
            }
        }
    }

    @Test("SIGTERM during a request ends the program in its grace")
    func signal() async throws {
        let server = try WebServer { _ in nil }
        let running = try await start(server)
        try running.client.publish(
            SpeechTranscript(text: "open sandbox", confidence: 1, engine: "text"), turn: TurnID())
        #expect(await server.isAsked(within: .seconds(20)))
        running.dispatch.send(SIGTERM)
        #expect(try await running.dispatch.exitCode() == 0)
    }
}
