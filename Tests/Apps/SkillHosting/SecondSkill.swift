import SaybusBus
import SaybusConversation
import SaybusMessages
import SaybusSkillHosting
import SaybusSkills
import SaybusTesting
import Testing

/// A second skill on the bus of another one, with one intent: "find a dog".
struct SecondSkill {
    private let bus: Bus
    private let running: Task<Void, any Error>

    /// Starts a skill, and waits until its name is understood.
    /// - Parameters:
    ///   - name: The invocation name.
    ///   - skill: The skill.
    ///   - first: The bus of the other skill.
    init(_ name: String, _ skill: any Skill, beside first: SkillBus) async throws {
        let model = try makeModel(
            #"{"languageModel": {"invocationName": "\#(name)", "intents": [{"name": "FindIntent", "samples": ["find a dog"]}]}}"#
        )
        let bus = try first.test.connect(.dispatch, instance: model.app, tracking: ConversationManager.tracking)
        let host = await SkillStage(model: model, skill: skill).host(on: bus, logger: TestBus.quiet)
        self.bus = bus
        running = Task { try await host.run() }
        _ = try #require(
            await first.recorder.first(StageStatus.self) {
                $0.body.role == .intent && $0.body.catalogRevision?.contains("\(model.app)@") == true
            })
    }

    func stop() async {
        running.cancel()
        _ = await running.result
        await bus.close()
    }
}
