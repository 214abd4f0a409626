import SaybusMessages
import SaybusSkillHosting
import SaybusSkills
import Testing

@Suite("A session with a skill after an answer")
struct SkillSessionTests {
    @Test("after an answer the session listens, stays open or ends, and unsupported directives are reported")
    func goingOn() throws {
        for (ends, then) in [(false, SkillOutput.SessionState.listens), (nil, .stays), (true, .ends)]
            as [(Bool?, SkillOutput.SessionState)]
        {
            let machine = makeMachine(try pizzaModel())
            _ = machine.say("open pizza place")
            #expect(machine.answered(answer("Hm.", ends: ends)).output?.sessionState == then)
            #expect(machine.isOver == (ends == true))
        }
        let machine = makeMachine(try pizzaModel())
        _ = machine.say("open pizza place")
        let output = machine.answered(
            answer(
                "Look.",
                [
                    .unknown(RawObject(type: "Display.RenderTemplate")),
                    .unknown(RawObject(type: "Connections.SendRequest")),
                    .delegateRequest(.init(target: "skill", period: .init(until: .nextTurn))), .stop,
                ])
        ).output
        #expect(output?.cards.map(\.type) == ["Display.RenderTemplate", "Connections.SendRequest"])
        #expect(
            output?.problems == [
                "Connections.SendRequest is only shown: no Connections.Response comes",
                "Dialog.DelegateRequest cannot be done here",
            ])
        #expect(output?.audio == [.stop])
    }

    @Test("\"say that again\" repeats the last answer if the model has no intent for it; \"stop\" ends the session")
    func sessionIntents() throws {
        let machine = makeMachine(
            try makeModel(
                #"{"languageModel": {"invocationName": "tiny skill", "intents": [{"name": "A", "samples": ["do it"]}]}}"#
            ))
        _ = machine.say("open tiny skill")
        _ = machine.answered(answer("Hello there."))
        let again = machine.say("repeat that")
        #expect(again.words == "Hello there." && again.output?.sessionState == .listens)
        #expect(machine.say("do it").request?.intent?.name == "A")
        _ = machine.answered(answer("Done."))
        let end = machine.say("cancel")
        #expect(end.reason == .userInitiated && end.output?.speech == [])
    }

    @Test(
        "attributes come back with the next request, dynamic entities are understood, and surplus ones are dropped"
    )
    func kept() throws {
        let machine = makeMachine(try pizzaModel())
        _ = machine.say("open pizza place")
        let values = (0..<150).map {
            UpdateDynamicEntitiesDirective.Entity(id: "\($0)", name: .init(value: "topping \($0)"))
        }
        let added = Directive.updateDynamicEntities(
            .init(updateBehavior: .replace, types: [.init(name: "Topping", values: values)]))
        let output = machine.answered(answer("Hi.", [added], attributes: ["step": 1])).output
        #expect(output?.problems.count == 1)
        guard case .post(let envelope) = machine.say("a pizza with topping 7") else {
            Issue.record("the added value is understood")
            return
        }
        #expect(envelope.session?.attributes == ["step": 1] && envelope.session?.new == false)
        #expect(envelope.request.intent?.slots?["topping"]?.resolvedValue?.id == "7")
        _ = machine.answered(answer("Hi.", [.updateDynamicEntities(.init(updateBehavior: .clear))]))
        #expect(machine.dynamic == [])
    }

    @Test(
        "a dynamic entity with letters is understood however they are written",
        arguments: ["a pizza with bbq", "a pizza with b b q", "a pizza with B.B.Q."])
    func spelledEntity(text: String) throws {
        let machine = makeMachine(try pizzaModel())
        _ = machine.say("open pizza place")
        let entity = UpdateDynamicEntitiesDirective.Entity(id: "Q", name: .init(value: "b. b. q."))
        let added = Directive.updateDynamicEntities(
            .init(updateBehavior: .replace, types: [.init(name: "Topping", values: [entity])]))
        _ = machine.answered(answer("Hi.", [added]))
        let slots = machine.say(text).request?.intent?.slots
        #expect(slots?["topping"]?.resolvedValue == .init(name: "b. b. q.", id: "Q"))
    }
}
