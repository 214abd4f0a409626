import SaybusConversation
import SaybusMessages
import SaybusSkills
import SaybusTesting
import Synchronization
import Testing

@testable import SaybusSkillHosting
@testable import SaybusTranscription

@Suite("A skill's session over a bus", .timeLimit(.minutes(1)))
struct SkillLifeTests {
    @Test("after eight seconds of silence the reprompt is spoken, and after eight more the session ends")
    func silence() async throws {
        let skill = ClosureSkill { _ in answer("Welcome.", reprompt: "Well?") }
        let bus = try await SkillBus(try pizzaModel(), skill, listener: true)
        try await bus.say("open pizza place")
        try await bus.clock.waitForSleepers()
        bus.clock.advance(by: .milliseconds(7999))
        #expect(bus.clock.sleeping > 0, "the eight seconds are not over")
        #expect(skill.kinds == ["LaunchRequest"])
        bus.clock.advance(by: .milliseconds(1))
        try await bus.waitUntilSpoken("Well?")
        try await bus.clock.waitForSleepers()
        bus.clock.advance(by: .seconds(8))
        let end = try #require(await skill.request { $0.request.type == "SessionEndedRequest" })
        #expect(skill.kinds == ["LaunchRequest", "EXCEEDED_MAX_REPROMPTS"])
        #expect(end.session?.sessionId == skill.requests[0].session?.sessionId)
        #expect(try await bus.say("order a pizza").outcome == .notUnderstood, "the session is over")
        await bus.stop()
    }

    @Test("a session in which the skill neither listens nor ends it stays open for thirty seconds")
    func idleSession() async throws {
        let skill = ClosureSkill { _ in answer("Welcome.", ends: nil) }
        let bus = try await SkillBus(try pizzaModel(), skill, listener: true)
        try await bus.say("open pizza place")
        try await bus.clock.waitForSleepers()
        bus.clock.advance(by: .milliseconds(29_999))
        #expect(try await bus.say("what did i order").outcome == .handled, "the session is open")
        try await bus.clock.waitForSleepers()
        bus.clock.advance(by: .seconds(30))
        _ = try #require(await skill.request { $0.request.type == "SessionEndedRequest" })
        #expect(skill.kinds == ["LaunchRequest", "LastOrderIntent", "EXCEEDED_MAX_REPROMPTS"])
        await bus.stop()
    }

    @Test("the thirty seconds of an open session begin when the skill has spoken")
    func idleAfterSpeech() async throws {
        let skill = ClosureSkill { _ in answer("Welcome.", ends: nil) }
        let bus = try await SkillBus(try pizzaModel(), skill, listener: true)
        bus.audio.hold()
        let turn = try bus.send("open pizza place")
        try await bus.waitUntilSpoken("Welcome.")
        bus.clock.advance(by: .seconds(30))
        try bus.audio.release()
        _ = try #require(await bus.recorder.first(TurnEnded.self) { $0.header.turn == turn })
        try await bus.clock.waitForSleepers()
        bus.clock.advance(by: .milliseconds(29_999))
        #expect(try await bus.say("what did i order").outcome == .handled, "the session is open")
        #expect(skill.kinds == ["LaunchRequest", "LastOrderIntent"])
        await bus.stop()
    }

    @Test("a skill launched during its own session first gets the end of that session")
    func openedAgain() async throws {
        let skill = ClosureSkill { _ in answer("Welcome.", attributes: ["kept": true]) }
        let bus = try await SkillBus(try pizzaModel(), skill)
        try await bus.say("open pizza place")
        try await bus.say("open pizza place")
        #expect(skill.kinds == ["LaunchRequest", "USER_INITIATED", "LaunchRequest"])
        let sessions = skill.requests.compactMap(\.session)
        #expect(sessions[0].sessionId == sessions[1].sessionId && sessions[1].sessionId != sessions[2].sessionId)
        #expect(sessions[1].attributes == ["kept": true] && sessions[2].attributes == [:] && sessions[2].new)
        await bus.stop()
    }

    @Test("the name alone opens a skill again that has asked nothing, as it does without a session")
    func namedWhileIdle() async throws {
        let skill = ClosureSkill { _ in answer("Welcome.", ends: nil) }
        let bus = try await SkillBus(try pizzaModel(), skill)
        try await bus.say("open pizza place")
        #expect(try await bus.say("pizza place").spoken == "Welcome.")
        #expect(skill.kinds == ["LaunchRequest", "USER_INITIATED", "LaunchRequest"])
        await bus.stop()
    }

    @Test(
        "stop to a skill that has nothing to say blames nobody: its question is cancelled, and without one it is handled",
        arguments: ["stop", "close pizza place"], [true, false])
    func stoppedInSilence(text: String, asks: Bool) async throws {
        let skill = ClosureSkill { request in
            request.request.type == "LaunchRequest" ? answer("Welcome.", ends: asks ? false : nil) : answer(ends: true)
        }
        let bus = try await SkillBus(try pizzaModel(), skill)
        try await bus.say("open pizza place")
        let end = try await bus.say(text)
        #expect(end.outcome == (asks ? .cancelled : .handled) && end.spoken == nil, "\(end)")
        #expect(end.reason == (asks ? "the user cancelled the question" : nil))
        await bus.stop()
    }

    @Test("the end of a session is sent even if its last words are interrupted")
    func interruptedEnd() async throws {
        let skill = ClosureSkill { request in
            if request.request.type == "LaunchRequest" { throw SkillFailure(.badAnswer, "nonsense") }
            return answer()
        }
        let bus = try await SkillBus(try pizzaModel(), skill)
        bus.audio.hold()
        _ = try bus.send("open pizza place")
        try await bus.waitUntilSpoken("Sorry, I do not understand the answer of pizza place.")
        await bus.stop()
        #expect(skill.kinds == ["LaunchRequest", "ERROR"])
    }

    @Test("stop and cancel as the first words start no session and are answered once", arguments: ["stop", "cancel"])
    func stopped(text: String) async throws {
        let skill = ClosureSkill { _ in answer("Welcome.") }
        let bus = try await SkillBus(try pizzaModel(), skill)
        #expect(try await bus.say(text).outcome == .notUnderstood)
        #expect(try await bus.say("open pizza place").spoken == "Welcome.")
        #expect(skill.kinds == ["LaunchRequest"])
        #expect(bus.recorder.all(TurnEnded.self).count == 2)
        await bus.stop()
    }

    @Test(
        "stop and cancel before the first answer end the session, and it is not spoken", arguments: ["stop", "cancel"])
    func stoppedEarly(text: String) async throws {
        let (gate, opening) = AsyncStream.makeStream(of: Void.self)
        let skill = ClosureSkill { request in
            if request.request.type == "LaunchRequest" { for await _ in gate {} }
            return answer("Welcome.")
        }
        let bus = try await SkillBus(try pizzaModel(), skill)
        let turn = try bus.send("open pizza place")
        for await _ in skill.asked where !skill.kinds.isEmpty { break }
        try await bus.clock.waitForSleepers()
        bus.clock.advance(by: SkillConversation.openingDelay)
        let open = try #require(
            await bus.recorder.first(Catalog.self) { $0.body.commands.contains { $0.type == "AMAZON.StopIntent" } })
        _ = try #require(
            await bus.recorder.first(StageStatus.self) {
                $0.body.role == .intent && $0.body.catalogRevision?.contains(open.body.revision) == true
            })
        let stop = try await bus.say(text)
        #expect(stop.outcome == .handled && stop.spoken == nil)
        let end = try #require(await bus.recorder.first(TurnEnded.self) { $0.header.turn == turn }).body
        #expect(end.outcome == .cancelled && end.spoken == nil)
        _ = await skill.request { $0.request.type == "SessionEndedRequest" }
        #expect(skill.kinds == ["LaunchRequest", "USER_INITIATED"])
        opening.finish()
        await bus.stop()
    }

    @Test("dynamic entities reach the recognizers, are resolved, and last as long as the session")
    func dynamicEntities() async throws {
        let added = UpdateDynamicEntitiesDirective(
            updateBehavior: .replace,
            types: [
                .init(
                    name: "Topping", values: [.init(id: "PINE", name: .init(value: "pineapple", synonyms: ["ananas"]))])
            ])
        let skill = ClosureSkill { request in
            answer(
                "Yes.", ends: request.request.intent?.name == "AMAZON.StopIntent",
                request.request.type == "LaunchRequest" ? [.updateDynamicEntities(added)] : nil)
        }
        let bus = try await SkillBus(try pizzaModel(), skill)
        func hears(_ word: String) throws -> Bool {
            let catalog = try #require(bus.recorder.bodies(Catalog.self).last)
            return GrammarCompiler.compile(Vocabulary(catalogs: [catalog])).words.contains(word)
        }
        #expect(try !hears("ananas"))
        try await bus.say("open pizza place")
        #expect(try hears("ananas"))
        try await bus.say("a pizza with ananas")
        let slot = try #require(skill.requests.last?.request.intent?.slots?["topping"])
        #expect(slot.value == "ananas" && slot.resolvedValue == .init(name: "pineapple", id: "PINE"))
        let intent = try #require(bus.recorder.bodies(SpeechIntent.self).last)
        #expect(intent.hypotheses.first?.parameters["topping"]?.resolution?.status == .matched)
        try await bus.say("stop")
        #expect(try !hears("ananas"))
        await bus.stop()
    }
}
