import SaybusBus
import SaybusConversation
import SaybusExternalEngines
import SaybusMessages
import SaybusSkillHosting
import SaybusSkills
import SaybusTesting
import Synchronization
import Testing

@Suite("Words of a skill before its answer", .timeLimit(.minutes(1)))
struct ProgressiveResponseTests {
    /// Posts words as Amazon's library does.
    /// - Returns: Nil for an answer that is a success, else the reason of the failure.
    private static func post(_ speech: String, during envelope: RequestEnvelope) async throws -> String? {
        let system = envelope.context.system
        let id = envelope.request.requestId
        let exchange = HTTPExchange(
            method: .post, url: (system.apiEndpoint ?? "") + "/v1/directives",
            headers: [
                .init(name: "Authorization", value: "Bearer \(system.apiAccessToken ?? "")"),
                .init(name: "Content-Type", value: "application/json"),
            ],
            body:
                #"{"header":{"requestId":"\#(id)"},"directive":{"type":"VoicePlayer.Speak","speech":"\#(speech)"}}"#,
            timeout: .seconds(20))
        guard case .failure(let failure) = try await HTTPClient().run(exchange) else { return nil }
        return failure.reason
    }

    @Test("words are spoken in the turn before the answer, and refused once the request is answered")
    func spoken() async throws {
        let outcomes = Mutex<[String?]>([])
        let skill = ClosureSkill { envelope in
            guard envelope.request.type == "LaunchRequest" else { return answer() }
            for speech in ["One moment.", "<speak>a<br oken</speak>"] {
                let outcome = try await Self.post(speech, during: envelope)
                outcomes.withLock { $0.append(outcome) }
            }
            return answer("Welcome.", ends: true)
        }
        let test = try TestBus()
        let client = try test.connect(Role("client"), tracking: [SpeechTranscript.self])
        let recorder = Recorder(client.subscribeToAll())
        try await client.ready()
        let audio = try await AudioDouble(test)
        let intent = try ProgramUnderTest("saybus-intent", ["--bus", test.address.url, "--instance", "i"])
        try await intent.ready()
        let stage = SkillStage(model: try pizzaModel(), skill: skill)
        let bus = try test.connect(.dispatch, instance: "skill", tracking: ConversationManager.tracking)
        let running = Task { try await stage.run(on: bus, logger: TestBus.quiet) }
        _ = try #require(await recorder.first(Catalog.self) { !$0.body.commands.isEmpty })
        let turn = TurnID()
        try client.publish(SpeechTranscript(text: "open pizza place", engine: "text"), turn: turn)
        let end = try #require(await recorder.first(TurnEnded.self) { $0.header.turn == turn }).body
        #expect(end.outcome == .handled && end.spoken == "One moment. Welcome.", "\(end)")
        let reasons = outcomes.withLock(\.self)
        let (accepted, invalid) = (try #require(reasons.first), try #require(reasons.last))
        #expect(accepted == nil, "\(accepted ?? "")")
        #expect(invalid?.contains("no valid XML") == true, "\(invalid ?? "it was spoken")")
        let launch = try #require(skill.requests.first)
        #expect(try await Self.post("Too late.", during: launch)?.contains("status 403") == true)
        running.cancel()
        _ = await running.result
        withExtendedLifetime((test, audio, intent)) {}
    }
}
