import Foundation
import SaybusBus
import SaybusMessages
import SaybusTesting
import Testing

@Suite("A Swift app whose handler blocks the conversations' thread", .timeLimit(.minutes(2)))
struct BlockedHandlerTests {
    /// The app as a process, and a publisher of intents.
    private struct Setting {
        let test: TestBus
        let program: ProgramUnderTest
        let client: Bus
        let recorder: Recorder

        init(_ environment: [String: String] = [:]) async throws {
            test = try TestBus()
            client = try test.connect(.intent, tracking: [SpeechIntent.self])
            recorder = Recorder(client.subscribeToAll())
            try await client.ready()
            program = try ProgramUnderTest(
                "saybus-dispatch-test-app", ["--bus", test.address.url], environment: environment)
            try await program.ready()
        }

        func say(_ command: String, in session: Session = .default) throws -> TurnID {
            let turn = TurnID()
            try client.publish(
                SpeechIntent(
                    text: command, hypotheses: [.init(app: "model", type: command, confidence: 1)], engine: "test"),
                session: session, turn: turn)
            return turn
        }

        func end(of turn: TurnID) async -> TurnEnded? {
            await recorder.first(TurnEnded.self) { $0.header.turn == turn }?.body
        }
    }

    @Test("the turn fails, the status names the command, and the program ends, so that a supervisor starts it again")
    func ends() async throws {
        let setting = try await Setting(["SAYBUS_TEST_LIMIT": "200"])
        let turn = try setting.say("Block")
        #expect(await setting.end(of: turn)?.outcome == .failed)
        let status = await setting.recorder.first(StageStatus.self) { $0.body.state == .failed }
        #expect(status?.body.problem?.hasPrefix("the handler of Block blocks the conversations' thread") == true)
        #expect(try await setting.program.exitCode() == 1)
    }

    @Test("SIGTERM ends the program nevertheless, with the exit code of a failure")
    func terminated() async throws {
        let setting = try await Setting()
        _ = try setting.say("Block")
        _ = try #require(await setting.recorder.first(CommandInvoked.self))
        setting.program.send(SIGTERM)
        #expect(try await setting.program.exitCode() == 1)
        let reason = "its work did not end within 10 s of a signal"
        #expect(setting.program.lines(.standardError).contains { $0.hasSuffix(reason) })
    }
}
