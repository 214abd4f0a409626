import Foundation
import SaybusBus
import SaybusMessages
import SaybusTesting
import Testing

@Suite("A question of a dispatcher that stood still", .timeLimit(.minutes(2)))
struct QuestionStandstillTests {
    @Test("it is over if another program has ended it meanwhile, although the time for its answer is over, too")
    func ended() async throws {
        let (test, folder) = (try TestBus(), try TemporaryFolder())
        let file = try folder.write(
            "app.yaml",
            """
            app: own
            commands:
              Ask: {patterns: [ask], do: [{ask: {kind: string, prompt: "Who?", patience: 2s, do: [{speak: Good.}]}}]}
            """)
        let listener = try await ListenerDouble(test)
        let audio = try await AudioDouble(test)
        let dispatcher = try ProgramUnderTest(
            "saybus-dispatch", ["--bus", test.address.url, "--app", file, "--instance", "d"],
            environment: ["SAYBUS_STATE": folder.path])
        try await dispatcher.ready()
        let publisher = try test.connect(.intent, tracking: [SpeechIntent.self])
        let recorder = Recorder(publisher.subscribe(to: [VoiceRequestStatus.self, StageStatus.self]))
        try await publisher.ready()
        try publisher.publish(
            SpeechIntent(text: "ask", hypotheses: [.init(app: "own", type: "Ask", confidence: 1)], engine: "test"),
            turn: TurnID())
        let asked = await recorder.first(VoiceRequestStatus.self) { $0.body.state == .listening }
        var end = try #require(asked).body
        dispatcher.send(SIGSTOP)
        // The broker says so after three seconds, when the time for the answer is over.
        let lost = await recorder.first(StageStatus.self) { $0.body.role == .dispatch && $0.body.state == .lost }
        try #require(lost != nil)
        (end.state, end.reason) = (.failed, "its program stands still")
        try publisher.publish(end)
        dispatcher.send(SIGCONT)
        let next = await recorder.first(VoiceRequestStatus.self) { message in
            message.header.source.role == .dispatch && ![.presented, .listening].contains(message.body.state)
        }
        #expect(next?.body.state == .cancelled, "nobody asks again")
        withExtendedLifetime((listener, audio)) {}
    }
}
