import SaybusBus
import SaybusMessages
import SaybusTesting
import Testing

@testable import SaybusConversation

@Suite("A conversation whose setup does not end", .timeLimit(.minutes(1)))
@ConversationActor
struct SlowSetupTests {
    /// A host that can make the default conversation only, and a publisher of intents for its app.
    private struct Setting {
        let test: TestBus
        let client: Bus
        let recorder: Recorder
        let audio: AudioDouble
        let isMaking = Watched(false)
        let running: Task<Void, any Error>

        @ConversationActor
        init(within time: Duration) async throws {
            test = try TestBus()
            client = try test.connect(.intent, tracking: [SpeechIntent.self])
            recorder = Recorder(client.subscribeToAll())
            try await client.ready()
            audio = try await AudioDouble(test)
            let bus = try test.connect(.dispatch, instance: "app", tracking: ConversationManager.tracking)
            let host = ConversationHost(
                bus: bus, logger: TestBus.quiet,
                catalog: Catalog(app: "app", commands: [.init(type: "Own", patterns: [], phrases: [])])
            ) { [isMaking] session in
                if session != .default {
                    isMaking.change { $0 = true }
                    await withCheckedContinuation { (_: CheckedContinuation<Void, Never>) in }
                }
                return ConversationManager(name: "app", session: session)
            }
            host.makeTimeout = time
            running = Task { try await host.run() }
            let status = await recorder.first(StageStatus.self) {
                $0.body.role == .dispatch && $0.body.state == .ready
            }
            _ = try #require(status)
        }

        func say(in session: Session) throws -> TurnID {
            let turn = TurnID()
            let hypothesis = SpeechIntent.Hypothesis(app: "app", type: "Go", confidence: 1)
            try client.publish(
                SpeechIntent(text: "go", hypotheses: [hypothesis], engine: "test"), session: session, turn: turn)
            return turn
        }

        func end(of turn: TurnID) async -> TurnEnded? {
            await recorder.first(TurnEnded.self) { $0.header.turn == turn }?.body
        }
    }

    private func other() throws -> Session { try #require(Session(rawValue: "other")) }

    @Test("the conversation's turn fails in time, and other conversations go on")
    func fails() async throws {
        let setting = try await Setting(within: .milliseconds(100))
        let turn = try setting.say(in: try other())
        let end = await setting.end(of: turn)
        #expect(end?.outcome == .failed)
        #expect(end?.reason == "the conversation cannot be made: setUp took longer than 100 ms")
        let next = try setting.say(in: .default)
        #expect(await setting.end(of: next) != nil)
        setting.running.cancel()
        _ = await setting.running.result
    }

    @Test("other apps do not wait for its answer about words that fit no command, nor about those to another app")
    func offer() async throws {
        let setting = try await Setting(within: .milliseconds(100))
        _ = try #require(await setting.recorder.first(Catalog.self) { !$0.body.commands.isEmpty })
        let unlikely = SpeechIntent.Hypothesis(app: "kitchen", type: "Go", confidence: 0.3)
        let addressed = SpeechIntent(text: "ask kitchen to go", hypotheses: [unlikely], engine: "test")
        let session = try other()
        try setting.client.publish(addressed, session: session, turn: TurnID())
        let turn = TurnID()
        try setting.client.publish(
            SpeechIntent(text: "go", hypotheses: [], engine: "test"), session: session, turn: turn)
        let offer = await setting.recorder.first(IntentOffer.self) { $0.header.turn == turn }
        #expect(offer?.body.app == "app" && offer?.body.answer == .no)
        #expect(setting.recorder.all(IntentOffer.self).map(\.header.turn) == [turn])
        setting.running.cancel()
        _ = await setting.running.result
    }

    @Test("the end of the program does not wait for it")
    func cancelled() async throws {
        let setting = try await Setting(within: .seconds(3600))
        _ = try setting.say(in: try other())
        try await setting.isMaking.require("the setup") { $0 }
        setting.running.cancel()
        _ = await setting.running.result
    }
}
