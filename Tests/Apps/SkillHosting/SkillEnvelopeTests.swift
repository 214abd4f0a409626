import SaybusMessages
import SaybusSkills
import SaybusTesting
import Testing

@testable import SaybusSkillHosting

@Suite("What a skill says besides its speech, and what it is told", .timeLimit(.minutes(1)))
struct SkillEnvelopeTests {
    @Test("cards and directives for a screen are published in the turn, and are no problem")
    func cards() async throws {
        var response = answer(
            "Here is your pizza.",
            [.unknown(RawObject(type: "Alexa.Presentation.APL.RenderDocument", members: ["token": "t"]))])
        response.response.card = .standard(
            title: "Your pizza", text: "Large.\nWith olives.",
            image: CardImage(largeImageUrl: "https://example.org/p.png"))
        let skill = ClosureSkill { [response] _ in response }
        let bus = try await SkillBus(try pizzaModel(), skill)
        let end = try await bus.say("open pizza place")
        #expect(end.outcome == .handled)
        let cards = bus.recorder.all(CardShown.self)
        #expect(
            cards.map(\.body) == [
                CardShown(
                    app: "pizza-place", type: "Standard", title: "Your pizza", text: "Large.\nWith olives.",
                    largeImage: "https://example.org/p.png"),
                CardShown(
                    app: "pizza-place", type: "Alexa.Presentation.APL.RenderDocument",
                    json: #"{"token":"t","type":"Alexa.Presentation.APL.RenderDocument"}"#),
            ])
        let turns = Set(bus.recorder.all(TurnEnded.self).map(\.header.turn))
        #expect(cards.allSatisfy { turns.contains($0.header.turn) }, "they belong to the turn")
        await bus.stop()
    }

    @Test("an answer that only shows something is no empty one, unlike one with nothing at all")
    func onlyShown() async throws {
        let skill = ClosureSkill { request in
            let isLaunch = request.request.type == "LaunchRequest"
            var envelope = answer(ends: true)
            if isLaunch { envelope.response.card = .simple(title: "Pizza", content: "It is in the oven.") }
            return envelope
        }
        let bus = try await SkillBus(try pizzaModel(), skill)
        let shown = try await bus.say("open pizza place")
        #expect(shown.outcome == .handled && shown.reason == nil)
        let empty = try await bus.say("ask pizza place what did i order")
        #expect(empty.reason?.contains("was empty") == true)
        await bus.stop()
    }

    @Test("answers are typed without a listening stage: the question is repeated, and then the session ends")
    func typed() async throws {
        let skill = ClosureSkill { _ in answer("Welcome.", reprompt: "Well?") }
        let bus = try await SkillBus(try pizzaModel(), skill)
        try await bus.say("open pizza place")
        try await bus.clock.waitForSleepers()
        bus.clock.advance(by: .seconds(30))
        try await bus.waitUntilSpoken("Well?")
        try await bus.clock.waitForSleepers()
        bus.clock.advance(by: .seconds(30))
        _ = try #require(await skill.request { $0.request.type == "SessionEndedRequest" })
        #expect(skill.kinds == ["LaunchRequest", "EXCEEDED_MAX_REPROMPTS"])
        await bus.stop()
    }

    @Test("a dialog directive in an answer that ends the session is reported, and only that")
    func dialogAtEnd() throws {
        for directives in [[Directive.delegate(DelegateDirective())], nil] as [[Directive]?] {
            let machine = makeMachine(try pizzaModel())
            _ = machine.say("ask pizza place to order a pizza")
            let output = try #require(machine.answered(answer("Bye.", ends: true, directives)).output)
            #expect(output.sessionState == .ends && output.text?.words == "Bye.")
            #expect(output.problems.count == (directives == nil ? 0 : 1), "\(output.problems)")
        }
    }

    @Test("a sentence that is no sample reaches the skill over the bus as in a simulation, and after its name, too")
    func paraphrased() async throws {
        let skill = ClosureSkill { _ in answer("Good.", reprompt: "Well?") }
        let bus = try await SkillBus(try pizzaModel(), skill)
        try await bus.say("open pizza place")
        let sentence = "could you please tell me what i did order"
        #expect(try await bus.say(sentence).outcome == .handled)
        try await bus.say("stop")
        #expect(try await bus.say("ask pizza place what i did order").outcome == .handled)
        #expect(skill.kinds.filter { $0 == "LastOrderIntent" }.count == 2)
        var simulation = SkillSimulation(model: try pizzaModel(), skill: DelegatingSkill())
        _ = await simulation.say("open pizza place")
        #expect(await simulation.say(sentence).request == "LastOrderIntent")
        await bus.stop()
    }
}
