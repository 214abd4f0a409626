import Foundation
import SaybusBus
import SaybusConversation
import SaybusMessages
import SaybusSkills
import SaybusTesting
import Testing

@testable import SaybusSkillHosting

@Suite("Skills that compete for words without a name", .timeLimit(.minutes(1)))
struct CompetitionTests {
    /// Returns the model of a skill whose intents can be said without its name.
    private static func model(_ name: String) throws -> SkillModel {
        let json = #"""
            {"languageModel": {"invocationName": "\#(name)", "intents": [
              {"name": "PlaySound", "slots": [{"name": "Sound", "type": "Sound"}],
               "samples": ["play relaxing sounds with {Sound}", "{Sound}"]},
              {"name": "AMAZON.HelpIntent", "samples": []}],
             "types": [{"name": "Sound", "values": [{"name": {"value": "crickets"}}, {"name": {"value": "rain"}}]}]}}
            """#
        return SkillModel(try makeModel(json).interaction, isNameFree: true)
    }

    /// Returns a skill with a constant answer to the question whether it can fulfill an intent.
    private static func skill(_ name: String, _ fulfills: CanFulfillIntent?) -> ClosureSkill {
        ClosureSkill { envelope in
            guard case .canFulfillIntentRequest = envelope.request else { return answer("From \(name).", ends: true) }
            return ResponseEnvelope(response: Response(canFulfillIntent: fulfills))
        }
    }

    /// A second skill on the bus of another one.
    private struct Rival {
        private let bus: Bus
        private let running: Task<Void, any Error>

        init(_ name: String, _ skill: any Skill, beside other: SkillBus, offerLimit: Duration? = nil) async throws {
            let model = try CompetitionTests.model(name)
            bus = try other.test.connect(.dispatch, instance: model.app, tracking: ConversationManager.tracking)
            var stage = SkillStage(model: model, skill: skill)
            if let offerLimit { stage.offerLimit = offerLimit }
            let host = await stage.host(on: bus, logger: TestBus.quiet)
            running = Task { try await host.run() }
            _ = try #require(
                await other.recorder.first(StageStatus.self) {
                    $0.body.role == .intent && $0.body.catalogRevision?.contains("\(model.app)@") == true
                })
        }

        func stop() async {
            running.cancel()
            _ = await running.result
            await bus.close()
        }
    }

    @Test("the rule: yes before maybe, then the values that count, then the surer words, then the name; no never wins")
    func rule() {
        func hypothesis(_ app: String, _ confidence: Double) -> SpeechIntent.Hypothesis {
            .init(app: app, type: "CanFulfillIntentRequest/PlaySound", confidence: confidence)
        }
        func offer(_ app: String, _ answer: IntentOffer.Answer, _ slots: Int? = nil) -> IntentOffer {
            IntentOffer(app: app, intent: "PlaySound", answer: answer, fulfilledSlots: slots)
        }
        let rule = CompetitionRule([
            hypothesis("a", 0.9), hypothesis("b", 0.8), hypothesis("c", 0.9), hypothesis("unlikely", 0.2),
            .init(app: "kitchen", type: "PlaySound", confidence: 1),
        ])
        #expect(rule.apps == ["a", "b", "c"])
        #expect(rule.winner(of: [offer("a", .maybe, 3), offer("b", .yes)]) == "b")
        #expect(rule.winner(of: [offer("a", .yes), offer("b", .yes, 1)]) == "b")
        #expect(rule.winner(of: [offer("b", .yes), offer("c", .yes)]) == "c")
        #expect(rule.winner(of: [offer("c", .yes), offer("a", .yes)]) == "a")
        #expect(rule.winner(of: [offer("a", .no), offer("b", .no, 2)]) == nil)
        #expect(rule.winner(of: [offer("stranger", .yes), offer("b", .maybe)]) == "b", "only competitors win")
    }

    @Test(
        "of two skills the one that can fulfill the intent gets it in a new session, and the other one nothing more",
        arguments: [
            (CanFulfillIntent(canFulfill: .yes), CanFulfillIntent(canFulfill: .maybe), "From sleep sounds."),
            (CanFulfillIntent(canFulfill: .no), CanFulfillIntent(canFulfill: .maybe), "From zoo sounds."),
            (
                CanFulfillIntent(canFulfill: .yes),
                CanFulfillIntent(
                    canFulfill: .yes, slots: ["Sound": .init(canUnderstand: .yes, canFulfill: .yes)]),
                "From zoo sounds."
            ),
            (CanFulfillIntent(canFulfill: .no), CanFulfillIntent(canFulfill: .no), nil),
            (nil, nil, nil),
        ])
    func competes(first: CanFulfillIntent?, second: CanFulfillIntent?, spoken: String?) async throws {
        let (sleep, zoo) = (Self.skill("sleep sounds", first), Self.skill("zoo sounds", second))
        let bus = try await SkillBus(try Self.model("sleep sounds"), sleep)
        let rival = try await Rival("zoo sounds", zoo, beside: bus)
        let end = try await bus.say("play relaxing sounds with crickets")
        #expect(end.outcome == (spoken == nil ? .notUnderstood : .handled))
        #expect(end.spoken == spoken)
        let winner = spoken == "From sleep sounds." ? sleep : spoken == nil ? nil : zoo
        for skill in [sleep, zoo] {
            let asked = try #require(skill.requests.first)
            #expect(asked.request.type == "CanFulfillIntentRequest" && asked.session?.new == true)
            #expect(asked.request.intent?.slots?["Sound"]?.resolvedValue?.name == "crickets")
            #expect(skill.requests.count == (skill === winner ? 2 : 1), "\(skill.kinds)")
        }
        if let last = winner?.requests.last {
            #expect(last.request.type == "IntentRequest" && last.session?.new == true)
            #expect(last.session?.sessionId != winner?.requests.first?.session?.sessionId)
        }
        let offers = bus.recorder.all(IntentOffer.self).map(\.body)
        #expect(Set(offers.map(\.app)) == ["sleep-sounds", "zoo-sounds"] && offers.count == 2)
        if first == nil { #expect(offers.allSatisfy { $0.problem?.contains("without canFulfillIntent") == true }) }
        await rival.stop()
        await bus.stop()
        #expect(bus.recorder.all(TurnEnded.self).count == 1, "the turn has ended once")
    }

    @Test("a skill that does not say in time whether it can, loses, and holds up nobody for longer")
    func slow() async throws {
        let sleep = Self.skill("sleep sounds", CanFulfillIntent(canFulfill: .maybe))
        let (never, continuation) = AsyncStream.makeStream(of: Void.self)
        defer { continuation.finish() }
        let late = ClosureSkill { _ in
            for await _ in never {}
            return answer("Late.")
        }
        let bus = try await SkillBus(try Self.model("sleep sounds"), sleep)
        let rival = try await Rival("zoo sounds", late, beside: bus, offerLimit: .milliseconds(200))
        #expect(try await bus.say("play relaxing sounds with crickets").spoken == "From sleep sounds.")
        let offer = bus.recorder.all(IntentOffer.self).first { $0.body.app == "zoo-sounds" }?.body
        #expect(offer?.answer == .no && offer?.problem?.contains("took longer than 200 ms") == true)
        await rival.stop()
        await bus.stop()
    }

    @Test("words of an app, of an open question and without a sample of their own are not competed for")
    func others() async throws {
        let skill = Self.skill("sleep sounds", CanFulfillIntent(canFulfill: .yes))
        let bus = try await SkillBus(try Self.model("sleep sounds"), skill)
        #expect(try await bus.say("crickets").outcome == .notUnderstood, "a sample that is only a slot")
        #expect(skill.requests.isEmpty)
        let app = try bus.test.connect(.dispatch, instance: "zebra", tracking: ConversationManager.tracking)
        let running = Task {
            let manager = await Self.neighbour("play relaxing sounds with crickets")
            try await manager.run(on: app, logger: TestBus.quiet)
        }
        _ = try #require(
            await bus.recorder.first(StageStatus.self) {
                $0.body.role == .intent && $0.body.catalogRevision?.contains("zebra@") == true
            })
        let end = try await bus.say("play relaxing sounds with crickets")
        #expect(end.spoken == "From the app.", "the app's command wins, although its name is later")
        #expect(skill.requests.isEmpty)
        running.cancel()
        _ = await running.result
        await app.close()
        await bus.stop()
    }

    @ConversationActor
    private static func neighbour(_ pattern: String) -> ConversationManager {
        let manager = ConversationManager(name: "zebra")
        let catalog = CommandRecognizerCatalog()
        let command = CustomCommandRecognizer(
            customType: "Mine",
            responseBuilder: { VoiceRequestResponse(feedbackPrompt: VoicePrompt(message: "From the app.")) })
        command.addTextMatcher(PatternCommandMatcher(pattern: pattern))
        catalog.addCommandRecognizer(command)
        manager.commandRegistry = catalog
        return manager
    }

    @Test("a simulation asks the skill as the bus does, and a skill without the interface is not asked")
    func simulated() async throws {
        let skill = Self.skill("sleep sounds", CanFulfillIntent(canFulfill: .yes))
        let model = try Self.model("sleep sounds")
        var simulation = SkillSimulation(model: model, skill: skill)
        let turn = await simulation.say("play relaxing sounds with rain")
        #expect(turn.speech == "From sleep sounds." && turn.slots == "Sound=rain")
        #expect(skill.kinds == ["PlaySound", "PlaySound"] && turn.exchanges.count == 4)
        var closed = SkillSimulation(model: SkillModel(model.interaction), skill: skill)
        #expect(await closed.say("play relaxing sounds with rain").output == nil)
        #expect(skill.requests.count == 2)
        var unable = SkillSimulation(model: model, skill: Self.skill("", CanFulfillIntent(canFulfill: .no)))
        #expect(await unable.say("play relaxing sounds with rain").output == nil)
    }
}
