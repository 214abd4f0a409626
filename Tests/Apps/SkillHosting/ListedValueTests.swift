import SaybusSkills
import Testing

@testable import SaybusSkillHosting

@Suite("Listed values beside other words")
struct ListedValueTests {
    private static let model = Result {
        try makeModel(
            #"""
            {"interactionModel": {"languageModel": {"invocationName": "coffee corner", "intents": [
              {"name": "OrderIntent", "slots": [{"name": "drink", "type": "Drink"}, {"name": "size", "type": "Size"},
                {"name": "milk", "type": "Milk"}, {"name": "extras", "type": "Extra", "multipleValues": {"enabled": true}}],
               "samples": ["a {drink}", "a {size} {drink}", "order a {size} {drink}", "a {size} {drink} with {extras}",
                "i'd like a {size} {drink} with {milk} milk"]}],
             "types": [{"name": "Drink", "values": [{"name": {"value": "latte"}}, {"name": {"value": "mocha"}}]},
              {"name": "Size", "values": [{"name": {"value": "small"}}, {"name": {"value": "large"}}]},
              {"name": "Milk", "values": [{"name": {"value": "oat"}}, {"name": {"value": "soy"}}]},
              {"name": "Extra", "values": [{"name": {"value": "sugar"}}, {"name": {"value": "cinnamon"}}]}]}}}
            """#)
    }

    @Test(
        "listed values win over other words in their slots, which remain where nothing else explains them",
        arguments: [
            ("a latte please", ["drink": "latte"]), ("a latte thanks", ["drink": "latte"]),
            ("a large latte please", ["drink": "latte", "size": "large"]),
            ("a macchiato please", ["drink": "macchiato"]), ("a macchiato", ["drink": "macchiato"]),
            ("order a latte with oat milk", ["drink": "latte", "milk": "oat"]),
            ("order a latte for my wife", ["drink": "latte"]),
            ("a large latte with oat milk", ["drink": "latte", "size": "large", "milk": "oat"]),
            ("a latte without sugar", ["drink": "latte"]),
            (
                "a large latte with sugar and cinnamon",
                [
                    "drink": "latte", "size": "large", "extras": "sugar and cinnamon",
                ]
            ),
            ("a large latte with honey", ["drink": "latte", "size": "large", "extras": "honey"]),
            ("order a large mocha", ["drink": "mocha", "size": "large"]),
        ])
    func values(text: String, values: [String: String]) throws {
        guard case .intent(let intent) = try Self.model.get().reading(of: text, expecting: .intents) else {
            Issue.record("\(text) means nothing")
            return
        }
        #expect(intent.slots?.compactMapValues(\.value) == values)
    }

    @Test("a number in words is a listed one in digits, which the slot gets as its value")
    func digits() throws {
        let model = try makeModel(
            #"""
            {"interactionModel": {"languageModel": {"invocationName": "trivia night", "intents": [
              {"name": "AnswerIntent", "slots": [{"name": "answer", "type": "Answer"}],
               "samples": ["{answer}", "the answer is {answer}"]}],
             "types": [{"name": "Answer", "values": [{"name": {"value": "1"}}, {"name": {"value": "2"}},
              {"name": {"value": "route 66"}}]}]}}}
            """#)
        for (text, value) in [("two", "2"), ("the answer is one", "1"), ("route sixty six", "route 66"), ("2", "2")] {
            let reading = model.reading(of: text, expecting: .intents)
            guard case .intent(let intent) = reading else {
                Issue.record("\(text) means nothing")
                continue
            }
            let slot = intent.slots?["answer"]
            #expect(slot?.value == value && slot?.resolvedValue?.name == value, "\(text)")
        }
    }

    private static let quiz = Result {
        try makeModel(
            #"""
            {"interactionModel": {"languageModel": {"invocationName": "fact game", "intents": [
              {"name": "AMAZON.YesIntent", "samples": ["maybe"]}, {"name": "AMAZON.NoIntent"}, {"name": "AMAZON.StopIntent"},
              {"name": "AMAZON.HelpIntent"}, {"name": "AMAZON.NextIntent"},
              {"name": "AnswerIntent", "slots": [{"name": "answer", "type": "Answer"}], "samples": ["{answer}", "is it {answer}"]}],
             "types": [{"name": "Answer", "values": [{"name": {"value": "true"}}, {"name": {"value": "wrong"}},
              {"name": {"value": "maybe"}}, {"name": {"value": "stop"}}, {"name": {"value": "next"}}]}]}}}
            """#)
    }

    @Test(
        "a listed value wins over a phrase of a built-in intent, except for words that nobody can do without",
        arguments: [
            ("true", "AnswerIntent"), ("wrong", "AnswerIntent"), ("next", "AnswerIntent"),
            ("is it true", "AnswerIntent"), ("true please", "AnswerIntent"), ("yes please", "AMAZON.YesIntent"),
            ("no thanks", "AMAZON.NoIntent"), ("correct please", "AMAZON.YesIntent"),
            ("maybe", "AMAZON.YesIntent"), ("stop", "AMAZON.StopIntent"), ("yes", "AMAZON.YesIntent"),
            ("correct", "AMAZON.YesIntent"), ("no", "AMAZON.NoIntent"), ("help", "AMAZON.HelpIntent"),
            ("that's true", "AnswerIntent"), ("it's wrong", "AnswerIntent"), ("that's right", "AMAZON.YesIntent"),
        ])
    func builtIn(text: String, name: String) throws {
        guard case .intent(let intent) = try Self.quiz.get().reading(of: text, expecting: .intents) else {
            Issue.record("\(text) means nothing")
            return
        }
        #expect(intent.name == name)
    }

    @Test("\"that's right\" agrees where \"right\" is a value that has no opposite of its kind beside it")
    func direction() throws {
        let model = try makeModel(
            #"""
            {"interactionModel": {"languageModel": {"invocationName": "deep cave", "intents": [
              {"name": "AMAZON.YesIntent"}, {"name": "AMAZON.NoIntent"},
              {"name": "TurnIntent", "slots": [{"name": "way", "type": "Way"}], "samples": ["{way}", "turn {way}"]}],
             "types": [{"name": "Way", "values": [{"name": {"value": "left"}}, {"name": {"value": "right"}}]}]}}}
            """#)
        #expect(
            model.reading(of: "that's right", expecting: .intents)
                == .intent(model.emptyIntent("AMAZON.YesIntent")))
    }

    @Test("a confirmation is answered by the phrases of the language, and a slot by its values")
    func asked() throws {
        let model = try Self.quiz.get()
        #expect(
            model.reading(of: "true", expecting: .slotConfirmation(intent: "AnswerIntent", slot: "answer"))
                == .confirmation(true))
        guard case .answer = model.reading(of: "true", expecting: .slot(intent: "AnswerIntent", slot: "answer")) else {
            Issue.record("it is no answer")
            return
        }
    }

    @Test("the check tells which listed values cannot be said alone")
    func checked() throws {
        let findings = SkillCheck(try Self.quiz.get()).findings.map(\.sentence)
        #expect(findings.contains { $0.contains("\"stop\" of the type Answer means AMAZON.StopIntent") })
        #expect(!findings.contains { $0.contains("\"true\"") }, "\(findings)")
    }

    @Test("a word beside a listed value is not lost")
    func modified() throws {
        guard case .intent(let intent) = try Self.model.get().reading(of: "a large iced latte", expecting: .intents)
        else {
            Issue.record("it means nothing")
            return
        }
        #expect(intent.slots?.values.contains { $0.value?.contains("iced") == true } == true)
    }
}
