import SaybusMessages
import SaybusPatternMatching
import SaybusSkillHosting
import SaybusSkills
import Testing

@Suite("The meaning of utterances to a skill")
struct SkillModelTests {
    private func intent(_ reading: SkillReading?) -> Intent? {
        if case .intent(let intent) = reading { intent } else { nil }
    }

    @Test(
        "every launch phrase of Alexa opens the skill",
        arguments: [
            "open pizza place", "Open the pizza place!", "start pizza place", "launch pizza place",
            "run the pizza place skill",
            "talk to pizza place", "ask pizza place", "begin pizza place", "use pizza place", "load pizza place",
            "resume pizza place", "please open pizza place", "pizza place",
        ])
    func opened(text: String) throws { #expect(try pizzaModel().reading(of: text, expecting: .call) == .launch) }

    @Test(
        "the skill's name behind a word that ends it stops its session, and the name alone is no call during a question",
        arguments: [
            "close pizza place", "exit the pizza place skill", "stop pizza place", "please quit pizza place",
            "turn pizza place off",
        ])
    func closed(text: String) throws {
        let model = try pizzaModel()
        #expect(intent(model.reading(of: text, expecting: .intents))?.name == "AMAZON.StopIntent")
        #expect(model.reading(of: text, expecting: .call) == nil)
        #expect(model.reading(of: "pizza place", expecting: .intents) != .launch)
    }

    @Test("words that end a skill by its name are rather its own intent with a listed value of this name")
    func ownName() throws {
        let model = try makeModel(
            #"""
            {"interactionModel": {"languageModel": {"invocationName": "desk lamp", "intents": [
              {"name": "OffIntent", "slots": [{"name": "lamp", "type": "Lamp"}],
               "samples": ["turn off {lamp}", "turn off the {lamp}"]}],
             "types": [{"name": "Lamp", "values": [{"name": {"value": "desk lamp"}}, {"name": {"value": "hall"}}]}]}}}
            """#)
        for text in ["turn off desk lamp", "turn off the desk lamp"] {
            let found = try #require(intent(model.reading(of: text, expecting: .intents)))
            #expect(found.name == "OffIntent" && found.slots?["lamp"]?.value == "desk lamp", "\(found)")
        }
        #expect(intent(model.reading(of: "close desk lamp", expecting: .intents))?.name == "AMAZON.StopIntent")
    }

    @Test(
        "a phrase with name and request invokes an intent directly",
        arguments: [
            "ask pizza place to order 2 large pizzas", "tell pizza place to order 2 large pizzas",
            "ask the pizza place for two large pizzas", "open pizza place and order two large pizzas",
            "start pizza place and ask it to order two large pizzas", "order two large pizzas from pizza place",
            "two large pizzas using the pizza place app",
        ])
    func asked(text: String) throws {
        let intent = try #require(intent(try pizzaModel().reading(of: text, expecting: .call)))
        #expect(intent.name == "OrderIntent")
        #expect(intent.slots?["count"]?.value == "2")
        #expect(intent.slots?["size"]?.value == "large")
        #expect(intent.slots?["topping"] == Slot(name: "topping"), "what was not said is there without a value")
    }

    @Test(
        "a skill with letters in its name is opened however they are written",
        arguments: ["open n p r one", "open NPR one", "open N.P.R. one", "launch the npr one skill", "npr one"])
    func spelledName(text: String) throws {
        let model = try makeModel(
            #"{"languageModel": {"invocationName": "n. p. r. one", "intents": [{"name": "A", "samples": ["go"]}]}}"#)
        #expect(model.reading(of: text, expecting: .call) == .launch)
        #expect(intent(model.reading(of: "ask npr one to go", expecting: .call))?.name == "A")
    }

    @Test("the words around requests occur once in the catalog, however many intents the skill has")
    func rules() throws {
        let model = try pizzaModel()
        let catalog = model.catalog(for: .call)
        let requests = catalog.commands.filter { $0.type.hasPrefix("LaunchRequest/") }
        #expect(requests.count > 5 && catalog.rules?.count == 2)
        let patterns = requests.map { $0.patterns.joined(separator: ";") }
        #expect(patterns.allSatisfy { !$0.contains("pizza place") })
        #expect(model.catalog(for: .call).revision == catalog.revision)
        let readings = PatternMatcher([catalog]).match("ask pizza place for two large pizzas")
        #expect(readings.first?.type == "LaunchRequest/OrderIntent")
    }

    @Test("a skill that is not open gets only utterances with its name; an unknown request invokes the fallback intent")
    func unasked() throws {
        let model = try pizzaModel()
        #expect(model.reading(of: "order a pizza", expecting: .call) == nil)
        #expect(model.reading(of: "order a pizza", expecting: .intents) != nil)
        let nonsense = intent(model.reading(of: "ask pizza place for the moon", expecting: .call))
        #expect(nonsense?.name == "AMAZON.FallbackIntent")
    }

    @Test("a slot has the spoken words, and separately the model's value with its id")
    func resolution() throws {
        let intent = try #require(
            intent(try pizzaModel().reading(of: "order a huge pizza with pepperoni", expecting: .intents)))
        #expect(intent.slots?["size"]?.value == "huge")
        #expect(intent.slots?["size"]?.resolvedValue == .init(name: "large", id: "L"))
        let authority = intent.slots?["topping"]?.resolutions?.resolutionsPerAuthority?.first
        #expect(authority?.authority == "amzn1.er-authority.echo-sdk.amzn1.ask.skill.pizza-place.Topping")
        #expect(authority?.values?.map(\.value.name) == ["salami"])
    }

    @Test(
        "a slot is answered by its samples, a bare value, or any words for a list type; intents have priority over any words"
    )
    func answers() throws {
        let model = try pizzaModel()
        let size = SkillExpectation.slot(intent: "OrderIntent", slot: "size")
        func value(_ text: String, _ expectation: SkillExpectation) -> String? {
            guard case .answer(let slots) = model.reading(of: text, expecting: expectation) else { return nil }
            return slots.first?.value
        }
        #expect(value("large please", size) == "large")
        #expect(value("make it tiny", size) == "tiny")
        #expect(value("middle sized", size) == "middle sized")
        #expect(value("as big as it gets", size) == "big", "a value within a sentence")
        #expect(value("not small but large", size) == "large")
        #expect(value("small no large please", size) == "large")
        let open = model.reading(of: "enormous", expecting: size)
        guard case .answer(let slots) = open else {
            Issue.record("any words are a value of an open list")
            return
        }
        #expect(slots.first?.resolutions?.resolutionsPerAuthority?.first?.status.code == .noMatch)
        #expect(intent(model.reading(of: "what did i order", expecting: size))?.name == "LastOrderIntent")
        let count = SkillExpectation.slot(intent: "OrderIntent", slot: "count")
        #expect(value("three of them", count) == "3")
        #expect(value("a few", count) == nil, "numbers are no open list")
    }

    @Test("yes and no are valid only for a confirmation, where another value is valid too")
    func confirmations() throws {
        let model = try pizzaModel()
        let topping = SkillExpectation.slotConfirmation(intent: "OrderIntent", slot: "topping")
        #expect(model.reading(of: "yes please", expecting: topping) == .confirmation(true))
        #expect(model.reading(of: "nope", expecting: topping) == .confirmation(false))
        guard case .answer(let slots) = model.reading(of: "with olives", expecting: topping) else {
            Issue.record("another value is an answer")
            return
        }
        #expect(slots.map(\.value) == ["olives"])
        #expect(model.reading(of: "yes", expecting: .intents) == nil)
        #expect(model.reading(of: "blue sky", expecting: topping) == nil)
    }

    @Test("dynamic entities are resolved in addition to the model's values, under their own authority")
    func dynamic() throws {
        let model = try pizzaModel()
        let added = [Catalog.SlotType(name: "Topping", values: [.init(value: "broccoli", id: "B")])]
        let found = try #require(
            intent(model.reading(of: "a pizza with broccoli", expecting: .intents, dynamic: added)))
        let authorities = found.slots?["topping"]?.resolutions?.resolutionsPerAuthority ?? []
        #expect(authorities.map(\.status.code) == [.noMatch, .match])
        #expect(authorities.last?.authority.contains(".dynamic.") == true)
        #expect(found.slots?["topping"]?.resolvedValue?.id == "B")
    }

    @Test("the intents that the host handles itself are valid in every session, unless the model has them")
    func sessionIntents() throws {
        let model = try makeModel(
            #"{"languageModel": {"invocationName": "tiny skill", "intents": [{"name": "A", "samples": ["do it"]}]}}"#)
        #expect(intent(model.reading(of: "say that again", expecting: .intents))?.name == "AMAZON.RepeatIntent")
        #expect(intent(model.reading(of: "stop", expecting: .intents))?.name == "AMAZON.StopIntent")
        #expect(model.reading(of: "stop", expecting: .call) == nil)
    }
}
