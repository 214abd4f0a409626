import Foundation
import SaybusBus
import SaybusMessages
import SaybusTesting
import Testing

@Suite("A question whose dispatcher stood still until the time for the answer was over", .timeLimit(.minutes(2)))
struct QuestionStandstillTests {
    private let test: TestBus
    private let folder: TemporaryFolder
    private let listener: ListenerDouble
    private let audio: AudioDouble
    private let dispatcher: ProgramUnderTest
    private let publisher: Bus
    private let recorder: Recorder
    /// The question, whose dispatcher stands still.
    private let question: VoiceRequestStatus

    init() async throws {
        (test, folder) = (try TestBus(), try TemporaryFolder())
        let file = try folder.write(
            "app.yaml",
            """
            app: own
            commands:
              Ask: {patterns: [ask], do: [{ask: {kind: string, prompt: "Who?", patience: 2s, do: [{speak: Good.}]}}]}
            """)
        listener = try await ListenerDouble(test)
        audio = try await AudioDouble(test)
        dispatcher = try ProgramUnderTest(
            "saybus-dispatch", ["--bus", test.address.url, "--app", file, "--instance", "d"],
            environment: ["SAYBUS_STATE": folder.path])
        try await dispatcher.ready()
        publisher = try test.connect(.intent, tracking: [SpeechIntent.self])
        recorder = Recorder(
            publisher.subscribe(
                to: [
                    VoiceRequestStatus.self, StageStatus.self, SpeechStarted.self, SpeechIntent.self, TurnEnded.self,
                ]))
        try await publisher.ready()
        try publisher.publish(
            SpeechIntent(text: "ask", hypotheses: [.init(app: "own", type: "Ask", confidence: 1)], engine: "test"),
            turn: TurnID())
        let asked = await recorder.first(VoiceRequestStatus.self) { $0.body.state == .listening }
        question = try #require(asked).body
        dispatcher.send(SIGSTOP)
        // The broker says so after three seconds.
        let lost = await recorder.first(StageStatus.self) { $0.body.role == .dispatch && $0.body.state == .lost }
        try #require(lost != nil)
    }

    /// The first state of the question after the user was asked.
    private func outcome() async -> VoiceRequestStatus.State? {
        let next = await recorder.first(VoiceRequestStatus.self) { message in
            message.header.source.role == .dispatch && ![.presented, .listening].contains(message.body.state)
        }
        return next?.body.state
    }

    // Once a message has come back, the dispatcher gets it before any later status of its own.

    @Test("it is over if another program has ended it meanwhile")
    func ended() async throws {
        var end = question
        (end.state, end.reason) = (.failed, "its program stands still")
        try publisher.publish(end)
        let published = await recorder.first(VoiceRequestStatus.self) { $0.body.state == .failed }
        try #require(published != nil)
        dispatcher.send(SIGCONT)
        #expect(await outcome() == .cancelled, "nobody asks again")
    }

    @Test("an answer that has come meanwhile counts")
    func answered() async throws {
        let turn = TurnID()
        try publisher.publish(SpeechIntent(text: "susan", hypotheses: [], engine: "test"), turn: turn)
        let published = await recorder.first(SpeechIntent.self) { $0.header.turn == turn }
        try #require(published != nil)
        dispatcher.send(SIGCONT)
        #expect(await outcome() == .interpreted)
        let end = await recorder.first(TurnEnded.self) { $0.header.turn == turn }
        #expect(end?.body.outcome == .handled && end?.body.spoken == "Good.")
    }

    @Test("speech that has begun meanwhile has its time")
    func spoken() async throws {
        let turn = TurnID()
        try publisher.publish(SpeechStarted(positionMs: 0), turn: turn)
        let published = await recorder.first(SpeechStarted.self) { $0.header.turn == turn }
        try #require(published != nil)
        let known = Set(recorder.all(StageStatus.self).map(\.header.id))
        dispatcher.send(SIGCONT)
        let status = await recorder.first(StageStatus.self) {
            $0.header.source.role == .dispatch && !known.contains($0.header.id)
        }
        try #require(status != nil)
        try publisher.publish(SpeechIntent(text: "susan", hypotheses: [], engine: "test"), turn: turn)
        #expect(await outcome() == .interpreted)
    }
}
