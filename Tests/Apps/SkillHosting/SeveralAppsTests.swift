import Foundation
import SaybusBus
import SaybusConversation
import SaybusMessages
import SaybusSkills
import SaybusTesting
import Testing

@testable import SaybusSkillHosting

@Suite("A skill beside another app", .timeLimit(.minutes(1)))
struct SeveralAppsTests {
    /// An app in one conversation, with a single phrase for its single command.
    private struct Neighbour {
        private let bus: Bus
        private let running: Task<Void, any Error>

        init(
            _ name: String, _ pattern: String, asks: Bool = false, beside skill: SkillBus,
            in session: SaybusMessages.Session
        ) async throws {
            let bus = try skill.test.connect(.dispatch, instance: name, tracking: ConversationManager.tracking)
            let manager = await Self.manager(name, pattern, asks: asks)
            self.bus = bus
            running = Task { try await manager.run(on: bus, session: session, logger: TestBus.quiet) }
            _ = try #require(
                await skill.recorder.first(StageStatus.self) {
                    $0.body.role == .intent && $0.body.catalogRevision?.contains("\(name)@") == true
                })
        }

        @ConversationActor
        private static func manager(_ name: String, _ pattern: String, asks: Bool) -> ConversationManager {
            let manager = ConversationManager(name: name)
            let catalog = CommandRecognizerCatalog()
            let command = CustomCommandRecognizer(
                customType: "Mine",
                responseBuilder: {
                    guard asks else {
                        return VoiceRequestResponse(feedbackPrompt: VoicePrompt(message: "Here is \(name)."))
                    }
                    let responder = StandardRequestResponder<Double>()
                    responder.successResponder = { _, _ in
                        VoiceRequestResponse(feedbackPrompt: VoicePrompt(message: "Taken."))
                    }
                    return VoiceRequestResponse(
                        followupRequest: NumericalRequest(
                            prompt: VoicePrompt(message: "How many?"), range: nil, responder: responder))
                })
            command.addTextMatcher(PatternCommandMatcher(pattern: pattern))
            catalog.addCommandRecognizer(command)
            manager.commandRegistry = catalog
            return manager
        }

        func stop() async {
            running.cancel()
            _ = await running.result
            await bus.close()
        }
    }

    @Test(
        "of a skill and an app with equal confidence, the one whose name sorts first answers",
        arguments: ["aardvark", "zoo"])
    func ties(name: String) async throws {
        let skill = ClosureSkill { _ in answer("From the skill.", ends: nil) }
        let bus = try await SkillBus(try pizzaModel(), skill)
        let app = try await Neighbour(name, "what did i order", beside: bus, in: .default)
        try await bus.say("open pizza place")
        // The skill is open without a question.
        let end = try await bus.say("what did i order")
        #expect(end.outcome == .handled)
        #expect(end.spoken == (name == "aardvark" ? "Here is aardvark." : "From the skill."))
        try await bus.say("stop")
        #expect(skill.kinds.contains("LastOrderIntent") == (name == "zoo"))
        await app.stop()
        await bus.stop()
        let turns = bus.recorder.all(TurnEnded.self).map(\.header.turn)
        #expect(turns.count == 3 && Set(turns).count == 3, "each turn has ended once")
    }

    @Test("a skill that is called while another app asks takes the conversation, and the question is over")
    func called() async throws {
        let skill = ClosureSkill { _ in answer("From the skill.") }
        let bus = try await SkillBus(try pizzaModel(), skill)
        let app = try await Neighbour("zoo", "order paper", asks: true, beside: bus, in: .default)
        #expect(try await bus.say("order paper").spoken == "How many?")
        #expect(try await bus.say("open pizza place").spoken == "From the skill.")
        let next = try await bus.say("order a pizza")
        #expect(next.outcome == .handled && next.spoken == "From the skill.")
        try await bus.say("stop")
        await app.stop()
        await bus.stop()
        let turns = bus.recorder.all(TurnEnded.self).map(\.header.turn)
        #expect(turns.count == 4 && Set(turns).count == 4, "each turn has ended once")
    }

    @Test(
        "a skill that is called while another one prepares its answer ends that one's session, and alone gets the rest")
    func calledMeanwhile() async throws {
        let (gate, opening) = AsyncStream.makeStream(of: Void.self)
        let first = ClosureSkill { request in
            if request.request.type == "LaunchRequest" { for await _ in gate {} }
            return answer("First.", ends: nil)
        }
        let second = ClosureSkill { _ in answer("Second.") }
        let bus = try await SkillBus(try pizzaModel(), first)
        let other = try await SecondSkill("pet match", second, beside: bus)
        let turn = try bus.send("open pizza place")
        for await _ in first.asked where !first.kinds.isEmpty { break }
        #expect(try await bus.say("open pet match").spoken == "Second.")
        opening.finish()
        let end = try #require(await bus.recorder.first(TurnEnded.self) { $0.header.turn == turn }).body
        #expect(end.outcome == .cancelled && end.spoken == nil)
        _ = await first.request { $0.request.type == "SessionEndedRequest" }
        #expect(try await bus.say("find a dog").spoken == "Second.")
        #expect(first.kinds == ["LaunchRequest", "USER_INITIATED"])
        #expect(second.kinds == ["LaunchRequest", "FindIntent"])
        await other.stop()
        await bus.stop()
    }

    @Test("a question of another app ends the turn whose answer a skill prepares, with a reason")
    func askedMeanwhile() async throws {
        let (gate, opening) = AsyncStream.makeStream(of: Void.self)
        let skill = ClosureSkill { request in
            if request.request.type == "LaunchRequest" { for await _ in gate {} }
            return answer("Welcome.")
        }
        let bus = try await SkillBus(try pizzaModel(), skill)
        let other = try bus.test.connect(.dispatch, instance: "other")
        try await other.ready()
        let turn = try bus.send("open pizza place")
        for await _ in skill.asked where !skill.kinds.isEmpty { break }
        let question = VoiceRequestStatus(
            request: MessageID(), state: .presented, question: .init(kind: "string", prompt: "Who is there?"))
        try other.publish(question, session: .default, turn: TurnID())
        let end = try #require(await bus.recorder.first(TurnEnded.self) { $0.header.turn == turn }).body
        #expect(end.outcome == .cancelled && end.spoken == nil, "\(end)")
        #expect(end.reason == "the user turned to another app before the answer")
        _ = await skill.request { $0.request.type == "SessionEndedRequest" }
        opening.finish()
        await other.close()
        await bus.stop()
    }

    @Test("words that are unlikely to call another skill leave the answer that a skill prepares alone")
    func hardlyCalledMeanwhile() async throws {
        let (gate, opening) = AsyncStream.makeStream(of: Void.self)
        let skill = ClosureSkill { request in
            if request.request.type == "LaunchRequest" { for await _ in gate {} }
            return answer("Welcome.")
        }
        let bus = try await SkillBus(try pizzaModel(), skill)
        let client = try bus.test.connect(Role("client"), instance: "unsure", tracking: [SpeechIntent.self])
        try await client.ready()
        let turn = try bus.send("open pizza place")
        for await _ in skill.asked where !skill.kinds.isEmpty { break }
        let unlikely = SpeechIntent(
            text: "hope in pets", hypotheses: [.init(app: "pets", type: "LaunchRequest", confidence: 0.3)],
            engine: "test")
        try client.publish(unlikely, session: .default, turn: TurnID())
        // The host's answer in another session came behind these words.
        try await bus.say("ask pizza place what did i order", in: session("den"))
        opening.finish()
        let end = try #require(await bus.recorder.first(TurnEnded.self) { $0.header.turn == turn }).body
        #expect(end.outcome == .handled && end.spoken == "Welcome.", "\(end)")
        await client.close()
        await bus.stop()
    }

    @Test("a call of another skill that is answered while it waits for this one's earlier turns ends the session")
    func calledWhileWaiting() async throws {
        let (intents, firstEnds) = AsyncStream.makeStream(of: Void.self)
        let (launches, secondEnds) = AsyncStream.makeStream(of: Void.self)
        let first = ClosureSkill { request in
            if request.request.type == "LaunchRequest" {
                for await _ in launches {}
            } else if request.request.intent != nil {
                for await _ in intents {}
            }
            return answer("First.", ends: nil)
        }
        let second = ClosureSkill { _ in answer("Second.") }
        let bus = try await SkillBus(try pizzaModel(), first)
        let other = try await SecondSkill("pet match", second, beside: bus)
        _ = try bus.send("ask pizza place what did i order")
        for await _ in first.asked where !first.kinds.isEmpty { break }
        let turn = try bus.send("open pizza place")
        #expect(try await bus.say("open pet match").spoken == "Second.")
        firstEnds.finish()
        for await _ in first.asked where first.kinds.contains("LaunchRequest") { break }
        secondEnds.finish()
        _ = try #require(await bus.recorder.first(TurnEnded.self) { $0.header.turn == turn })
        for await _ in first.asked where first.kinds.count >= 4 { break }
        #expect(first.kinds.filter { $0 == "USER_INITIATED" }.count == 2)
        #expect(try await bus.say("find a dog").spoken == "Second.")
        #expect(second.kinds == ["LaunchRequest", "FindIntent"])
        await other.stop()
        await bus.stop()
    }

    @Test("an app that the user names in a skill's session, and that asks, ends the session and gets the answer")
    func namedAppAsks() async throws {
        let skill = ClosureSkill { _ in answer("From the skill.") }
        let bus = try await SkillBus(try pizzaModel(), skill)
        let folder = try TemporaryFolder()
        try folder.write(
            "shop.yaml",
            """
            app: shop
            commands:
              Milk:
                patterns: [order milk]
                do: [{ask: {kind: number, prompt: "How many bottles?", do: [{speak: "{answer} bottles."}]}}]
            """)
        let shop = try ProgramUnderTest(
            "saybus-dispatch",
            ["--bus", bus.test.address.url, "--instance", "shop", "--app", folder.path("shop.yaml")])
        try await shop.ready()
        _ = try #require(
            await bus.recorder.first(StageStatus.self) {
                $0.body.role == .intent && $0.body.catalogRevision?.contains("shop@") == true
            })
        try await bus.say("open pizza place")
        let asked = try await bus.say("ask shop to order milk")
        #expect(asked.outcome == .handled && asked.spoken == "How many bottles?")
        _ = await skill.request { $0.request.type == "SessionEndedRequest" }
        #expect(skill.kinds == ["LaunchRequest", "USER_INITIATED"])
        #expect(try await bus.say("three").spoken?.hasSuffix("bottles.") == true)
        shop.send(SIGTERM)
        #expect(try await shop.exitCode() == 0)
        withExtendedLifetime(folder) {}
        await bus.stop()
    }

    @Test("the intents of a skill that is open in one session are not valid in other sessions")
    func elsewhere() async throws {
        let skill = ClosureSkill { _ in answer("From the skill.") }
        let bus = try await SkillBus(try pizzaModel(), skill)
        let (den, hall) = (session("den"), session("hall"))
        let app = try await Neighbour("zoo", "order a pizza", beside: bus, in: hall)
        try await bus.say("open pizza place", in: den)
        let end = try await bus.say("order a pizza", in: hall)
        #expect(end.outcome == .handled && end.spoken == "Here is zoo.")
        let intent = try #require(bus.recorder.all(SpeechIntent.self).last)
        #expect(intent.body.hypotheses.map(\.app) == ["zoo"])
        #expect(try await bus.say("order a pizza", in: den).spoken == "From the skill.", "there it is open")
        try await bus.say("stop", in: den)
        await app.stop()
        await bus.stop()
    }

    @Test(
        "a command of an app in another conversation is reported as not understood and does not expire")
    func boundElsewhere() async throws {
        let bus = try await SkillBus(try pizzaModel(), ClosureSkill { _ in answer("From the skill.") })
        let (den, hall) = (session("den"), session("hall"))
        let app = try await Neighbour("aardvark", "feed the ants", beside: bus, in: hall)
        #expect(try await bus.say("feed the ants", in: hall).spoken == "Here is aardvark.")
        let end = try await bus.say("feed the ants", in: den)
        #expect(end.outcome == .notUnderstood)
        #expect(bus.recorder.all(SpeechIntent.self).last?.body.hypotheses.isEmpty == true)
        await app.stop()
        await bus.stop()
    }

    @Test("of two skills whose names begin alike the named one is opened, also while the other one asks")
    func alike() async throws {
        func model(_ name: String) throws -> SkillModel {
            try makeModel(
                #"{"languageModel": {"invocationName": "\#(name)", "intents": [{"name": "FindIntent", "samples": ["find a dog"]}]}}"#
            )
        }
        let (short, long) = (ClosureSkill { _ in answer("Short.") }, ClosureSkill { _ in answer("Long.") })
        let bus = try await SkillBus(try model("pet match"), short)
        let other = try bus.test.connect(.dispatch, instance: "pro", tracking: ConversationManager.tracking)
        let host = await SkillStage(model: try model("pet match pro"), skill: long).host(
            on: other, logger: TestBus.quiet)
        let running = Task { try await host.run() }
        _ = try #require(
            await bus.recorder.first(StageStatus.self) {
                $0.body.role == .intent && $0.body.catalogRevision?.contains("pet-match-pro@") == true
            })
        #expect(try await bus.say("open pet match").spoken == "Short.")
        #expect(try await bus.say("ask pet match pro to find a dog").spoken == "Long.")
        // The first skill learns of the end of its session after the turn.
        for await _ in short.asked where short.kinds.count >= 2 { break }
        #expect(long.kinds == ["FindIntent"] && short.kinds == ["LaunchRequest", "USER_INITIATED"])
        running.cancel()
        _ = await running.result
        await other.close()
        await bus.stop()
    }
}
