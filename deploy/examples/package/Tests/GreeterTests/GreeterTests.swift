import Saybus
import SaybusTesting
import Testing

@Suite("The greeter")
struct GreeterTests {
    @Test("a greeting is answered, and its turn ends as handled")
    func answers() async throws {
        let test = try TestBus()
        let client = try test.connect(.intent, tracking: [SpeechIntent.self])
        let recorder = Recorder(client.subscribeToAll())
        try await client.ready()
        let audio = try await AudioDouble(test)
        let app = try ProgramUnderTest("greeter", ["--bus", test.address.url])
        try await app.ready()
        let catalog = try #require(await recorder.first(Catalog.self))
        #expect(catalog.body.commands.contains { $0.patterns.contains("hello") })

        let turn = TurnID()
        try client.publish(
            SpeechIntent(
                text: "hello",
                hypotheses: [.init(app: catalog.body.app, type: "Greeting", confidence: 1, matcher: "hello")],
                engine: "test"), turn: turn)
        let ended = try #require(await recorder.first(TurnEnded.self) { $0.header.turn == turn })
        #expect(ended.body.outcome == .handled)
        let words = recorder.bodies(AudioSequence.self).map { "\($0)" }.joined()
        #expect(words.contains("Good day! Bus 9 leaves in five minutes."))
        withExtendedLifetime(audio) {}
    }
}
