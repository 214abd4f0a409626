import SaybusInteractionModels
import SaybusMessages
import SaybusSkills
import Testing

@testable import SaybusSkillHosting

@Suite("Sentences that are no sample of a skill")
struct UnderstandingTests {
    /// A quiz whose answers are only slots, and a garden that one talks to in many words.
    private static let model = Result {
        try makeModel(
            #"""
            {"interactionModel": {"languageModel": {"invocationName": "my cactus",
             "modelConfiguration": {"fallbackIntentSensitivity": {"level": "LOW"}},
             "intents": [
              {"name": "AMAZON.FallbackIntent"}, {"name": "AMAZON.MoreIntent"}, {"name": "AMAZON.HelpIntent"},
              {"name": "WaterIntent", "samples": ["pour water on my cactus", "water it"]},
              {"name": "OutsideIntent", "samples": ["go outside", "look outside"]},
              {"name": "StoryIntent", "slots": [{"name": "topic", "type": "AMAZON.SearchQuery"}],
               "samples": ["tell me more", "tell a story about {topic}"]},
              {"name": "PaintIntent", "slots": [{"name": "pot", "type": "AMAZON.Color"}, {"name": "size", "type": "Size"},
               {"name": "wish", "type": "Wish"}],
               "samples": ["paint the pot {pot}", "{wish} a {size} pot"]},
              {"name": "DoseIntent", "slots": [{"name": "amount", "type": "AMAZON.NUMBER"},
               {"name": "colors", "type": "AMAZON.Color", "multipleValues": {"enabled": true}}],
               "samples": ["set the dose to {amount} drops", "mix {colors}"]},
              {"name": "AnswerIntent", "slots": [{"name": "city", "type": "AMAZON.City"}], "samples": ["{city}"]}],
             "types": [{"name": "Size", "values": [{"name": {"value": "small"}}, {"name": {"value": "large", "synonyms": ["big"]}}]},
              {"name": "Wish", "values": [{"name": {"value": "i want"}}, {"name": {"value": "give me"}}]}]},
             "dialog": {"intents": [{"name": "PaintIntent", "slots": [
              {"name": "size", "type": "Size", "elicitationRequired": true, "prompts": {}}]}]}}}
            """#)
    }

    private func heard(_ text: String, _ expectation: SkillExpectation = .intents) throws -> Intent? {
        let reading = try Self.model.get().reading(of: text, expecting: expectation)
        return if case .intent(let intent) = reading { intent } else { nil }
    }

    @Test(
        "in an open session, words that nothing else takes are the value of a sample that is only a slot",
        arguments: [
            ("paris", "paris"), ("tallinn", "tallinn"), ("it's paris", "paris"),
            ("i think it's ouagadougou", "ouagadougou"),
            ("the hague please", "the hague"),
        ])
    func bareSlot(text: String, city: String) throws {
        let intent = try heard(text)
        #expect(intent?.name == "AnswerIntent")
        #expect(intent?.slots?["city"]?.value == city)
        #expect(try Self.model.get().reading(of: text, expecting: .call) == nil, "only in an open session")
    }

    @Test("a long sentence is no value, and a more sensitive fallback intent takes more")
    func sensitivity() throws {
        #expect(try heard("my brother told me yesterday that the shop is closed for the rest of the week") == nil)
        var model = try Self.model.get().interaction
        let isTaken = { (text: String) in SkillModel(model).reading(of: text, expecting: .intents) != nil }
        #expect(isTaken("ouagadougou") && isTaken("somewhere near the big lake"))
        model.fallbackSensitivity = "MEDIUM"
        #expect(isTaken("ouagadougou") && !isTaken("somewhere near the big lake"))
        model.fallbackSensitivity = "HIGH"
        #expect(isTaken("paris") && !isTaken("ouagadougou"))
    }

    @Test(
        "a sentence with the words of a sample is that intent",
        arguments: [
            ("i want to go outside", "OutsideIntent"), ("let's look outside", "OutsideIntent"),
            ("can we go to the outside", "OutsideIntent"), ("please pour some water on the cactus", "WaterIntent"),
            ("i'd like to paint the pot green", "PaintIntent"),
            ("could you set the dose to five drops now", "DoseIntent"),
            ("make the dose seven drops", "DoseIntent"), ("please tell me a story about dragons", "StoryIntent"),
        ])
    func paraphrase(text: String, intent: String) throws { #expect(try heard(text)?.name == intent) }

    @Test(
        "a sentence that says not to do what a sample asks for is not that intent",
        arguments: [
            ("please never pour some water on the cactus", "WaterIntent"), ("don't go outside now", "OutsideIntent"),
            ("i don't want to paint the pot green", "PaintIntent"), ("do not set the dose to five drops", "DoseIntent"),
        ])
    func opposite(text: String, intent: String) throws { #expect(try heard(text)?.name != intent) }

    @Test(
        "a value that is rejected is no value, and of several the one after the sample's own word counts",
        arguments: [
            ("i'd like a pizza please without olives", ["topping": nil]),
            ("please order me a large pizza with no mushrooms", ["size": "large", "topping": nil]),
            ("please order a pizza with salami but no olives", ["topping": "salami"]),
            ("please order me a big pizza without olives and mushrooms", ["size": "big", "topping": nil]),
            ("i don't care order a large pizza please", ["size": "large"]),
            ("please order a big pizza with olives", ["size": "big", "topping": "olives"]),
        ] as [(String, [String: String?])])
    func rejected(text: String, values: [String: String?]) throws {
        guard case .intent(let intent) = try pizzaModel().reading(of: text, expecting: .intents) else {
            Issue.record("\(text) means nothing")
            return
        }
        #expect(intent.name == "OrderIntent")
        for (slot, value) in values { #expect(intent.slots?[slot]?.value == value, "\(text): \(slot)") }
    }

    @Test("a rejected answer is none, and a value of a change is that to which it goes")
    func changed() throws {
        let model = try makeModel(
            #"""
            {"interactionModel": {"languageModel": {"invocationName": "capital quiz", "intents": [
              {"name": "AMAZON.FallbackIntent"},
              {"name": "AnswerIntent", "slots": [{"name": "city", "type": "Place"}], "samples": ["{city}", "i think it is {city}"]},
              {"name": "SizeIntent", "slots": [{"name": "size", "type": "Size"}], "samples": ["change the size to {size}"]}],
             "types": [{"name": "Place", "values": [{"name": {"value": "paris"}}, {"name": {"value": "rome"}}]},
              {"name": "Size", "values": [{"name": {"value": "small"}}, {"name": {"value": "large"}}]}]}}}
            """#)
        func intent(_ text: String) -> Intent? {
            if case .intent(let intent) = model.reading(of: text, expecting: .intents) { intent } else { nil }
        }
        #expect(intent("it is not paris") == nil)
        #expect(intent("i don't think it is paris") == nil)
        #expect(intent("it is paris")?.slots?["city"]?.value == "paris")
        #expect(intent("change the size from small to large")?.slots?["size"]?.value == "large")
        #expect(intent("change the size not to large but to small")?.slots?["size"]?.value == "small")
    }

    @Test(
        "words before a sample are no part of its first value where another sample has them",
        arguments: [
            ("tell me the distance between springfield and shelbyville", "springfield", "shelbyville"),
            ("i wonder how far it is from springfield to shelbyville", "springfield", "shelbyville"),
            ("springfield and shelbyville", "springfield", "shelbyville"),
            ("old springfield to shelbyville", "old springfield", "shelbyville"),
            (
                "not the distance between springfield and shelbyville", "not the distance between springfield",
                "shelbyville"
            ),
        ])
    func laterSample(text: String, from: String, to: String) throws {
        let model = try makeModel(
            #"""
            {"languageModel": {"invocationName": "distance finder", "intents": [{"name": "AMAZON.FallbackIntent"},
             {"name": "DistanceIntent", "slots": [{"name": "from", "type": "AMAZON.City"}, {"name": "to", "type": "AMAZON.City"}],
              "samples": ["{from} and {to}", "{from} to {to}", "from {from} to {to}", "distance between {from} and {to}"]}]}}
            """#)
        guard case .intent(let intent) = try #require(model.reading(of: text, expecting: .intents)) else {
            return #expect(Bool(false), "no intent")
        }
        #expect(intent.slots?["from"]?.value == from && intent.slots?["to"]?.value == to)
    }

    @Test(
        "a word is not another one with a last e, but has the forms of its own",
        arguments: [
            ("not sure", nil), ("not paris", nil), ("not that", nil), ("my plane", nil), ("it is a hat", nil),
            ("please note eggs", "NoteIntent"), ("i am noting eggs", "NoteIntent"), ("my plans", "PlanIntent"),
            ("i was planning my week", "PlanIntent"), ("she hated it", "HateIntent"),
            ("we are hating it", "HateIntent"), ("i am baking bread", "BakeIntent"), ("who baked it", "BakeIntent"),
        ] as [(String, String?)])
    func lastLetter(text: String, name: String?) throws {
        let model = try makeModel(
            #"""
            {"interactionModel": {"languageModel": {"invocationName": "note pad", "intents": [
              {"name": "AMAZON.FallbackIntent"},
              {"name": "NoteIntent", "slots": [{"name": "q", "type": "AMAZON.SearchQuery"}], "samples": ["note {q}"]},
              {"name": "PlanIntent", "samples": ["my plan"]}, {"name": "HateIntent", "samples": ["i hate it"]},
              {"name": "BakeIntent", "samples": ["bake"]}]}}}
            """#)
        let reading = model.reading(of: text, expecting: .intents)
        let heard: String? = if case .intent(let intent) = reading { intent.name } else { nil }
        #expect(heard == name)
    }

    @Test(
        "a word and its forms have one stem",
        arguments: [
            ["make", "makes", "making"], ["open", "opens", "opened", "opening"], ["change", "changes", "changing"],
            ["stop", "stopped", "stopping"], ["remove", "removed", "removing"], ["box", "boxes"], ["watch", "watches"],
            ["potato", "potatoes"], ["create", "creating"], ["hope", "hoping"], ["hop", "hopping"], ["fix", "fixed"],
        ])
    func stems(words: [String]) { #expect(Set(words.map(WordFamily.stem)).count == 1) }

    @Test("a negation within free words does not change the intent")
    func ownNegation() throws {
        let story = try heard("please tell me a story about dragons that don't bite")
        #expect(story?.name == "StoryIntent")
    }

    @Test("an answer that is a value of another slot is that value, and a city alone is no other intent")
    func otherSlot() throws {
        let model = try makeModel(
            #"""
            {"interactionModel": {"languageModel": {"invocationName": "travel desk", "intents": [
              {"name": "AMAZON.FallbackIntent"},
              {"name": "WeatherIntent", "slots": [{"name": "city", "type": "AMAZON.City"}], "samples": ["weather in {city}"]},
              {"name": "BookIntent", "slots": [{"name": "people", "type": "AMAZON.NUMBER"}, {"name": "day", "type": "AMAZON.DATE"},
               {"name": "seat", "type": "Seat"}], "samples": ["book a trip"]}],
             "types": [{"name": "Seat", "values": [{"name": {"value": "first class"}}, {"name": {"value": "second class"}}]}]}}}
            """#)
        func answer(_ text: String, to slot: String) -> [String: String?]? {
            let reading = model.reading(of: text, expecting: .slot(intent: "BookIntent", slot: slot))
            guard case .answer(let slots) = reading else { return nil }
            return Dictionary(slots.map { ($0.name, $0.value) }, uniquingKeysWith: { first, _ in first })
        }
        #expect(answer("second class", to: "people") == ["seat": "second class"])
        #expect(answer("two please", to: "people") == ["people": "2"])
        if case .intent(let intent) = model.reading(
            of: "london", expecting: .slot(intent: "BookIntent", slot: "day"))
        {
            Issue.record("london is \(intent.name)")
        }
    }

    @Test("the values of a sentence are those of the slots' types: a listed value beats free words")
    func values() throws {
        #expect(try heard("make the dose seven drops")?.slots?["amount"]?.value == "7")
        #expect(try heard("i'd like to paint the pot green")?.slots?["pot"]?.value == "green")
        let story = try heard("please could you tell a nice story about dragons in space")
        #expect(story?.slots?["topic"]?.value == "dragons in space")
        let pot = try heard("i really want a small pot")
        #expect(pot?.slots?["size"]?.value == "small")
        #expect(pot?.slots?["wish"]?.spokenValue != "i")
    }

    @Test("the value that a recognizer marks is read by its type, and words that are no number are a question mark")
    func contract() throws {
        func amount(_ words: String) throws -> String? {
            let hypothesis = SpeechIntent.Hypothesis(
                app: try Self.model.get().app, type: "DoseIntent", confidence: 0.9,
                parameters: ["amount": Parameter(value: .text(words), words: words, type: "AMAZON.NUMBER")])
            let reading = try Self.model.get().reading(
                of: "colourless green ideas sleep furiously for ever and ever here", expecting: .intents,
                hypotheses: [hypothesis])
            return if case .intent(let intent) = reading { intent.slots?["amount"]?.value } else { nil }
        }
        #expect(try amount("three") == "3")
        #expect(try amount("banana") == "?")
    }

    @Test("a slot that may have several values has a list of them, each with what it resolves to")
    func several() throws {
        let slot = try #require(try heard("mix red, green and blue")?.slots?["colors"])
        guard case .list(let values) = slot.slotValue else {
            Issue.record("one value: \(slot)")
            return
        }
        #expect(
            values.compactMap { if case .simple(let value) = $0 { value.value } else { nil } } == [
                "red", "green", "blue",
            ])
        guard case .simple = try heard("mix red")?.slots?["colors"]?.slotValue else {
            Issue.record("one value is no list")
            return
        }
    }

    @Test("the skill's own samples win over its name, over calls and over built-in phrases")
    func own() throws {
        #expect(try heard("pour water on my cactus")?.name == "WaterIntent")
        #expect(try heard("tell me more")?.name == "StoryIntent")
        #expect(try heard("show me more")?.name == "AMAZON.MoreIntent")
    }

    @Test(
        "a skill is opened in the words of people",
        arguments: [
            "let's play my cactus", "i want to use my cactus", "i'd like to talk to my cactus", "can we play my cactus",
            "play the game my cactus", "let me use the my cactus skill",
        ])
    func opened(text: String) throws { #expect(try Self.model.get().reading(of: text, expecting: .call) == .launch) }

    @Test("a request after the skill's name may be a sentence that is no sample")
    func asked() throws {
        #expect(try heard("ask my cactus to please go outside", .call)?.name == "OutsideIntent")
        #expect(try heard("ask my cactus i'd like to paint the pot green", .call)?.slots?["pot"]?.value == "green")
        #expect(try heard("ask my cactus what is the capital of the moon", .call)?.name == "AMAZON.FallbackIntent")
    }

    @Test(
        "an answer to a question for a slot may be within a sentence",
        arguments: [
            ("a large one please", "large"), ("i'd like the small size", "small"), ("not small but large", "large"),
            ("small no wait big", "big"),
        ])
    func answered(text: String, value: String) throws {
        let reading = try Self.model.get().reading(
            of: text, expecting: .slot(intent: "PaintIntent", slot: "size"))
        guard case .answer(let slots) = reading else {
            Issue.record("\(text): \(String(describing: reading))")
            return
        }
        #expect(slots.map(\.value) == [value])
    }

    @Test("two values of which one must be meant are no answer by themselves")
    func ambiguous() throws {
        let finder = SlotValueFinder(of: ["AMAZON.Color"], types: [])
        let words = ["red", "or", "blue"]
        #expect(finder.answers("AMAZON.Color", in: words).map(\.range) == [0..<1, 2..<3])
    }
}

@Suite("Words around skills in other languages")
struct SkillLanguageTests {
    private func german() throws -> SkillModel {
        try makeModel(
            #"""
            {"languageModel": {"invocationName": "mein garten", "intents": [
             {"name": "AMAZON.YesIntent"}, {"name": "AMAZON.NoIntent"}, {"name": "AMAZON.StopIntent"},
             {"name": "AMAZON.HelpIntent"}, {"name": "AMAZON.RepeatIntent"}, {"name": "AMAZON.CancelIntent"},
             {"name": "GiessenIntent", "samples": ["gieß die blumen"]}]}}
            """#, language: "de-DE")
    }

    @Test(
        "a German skill is opened in German",
        arguments: ["öffne mein garten", "Starte mein Garten", "spiele mein garten", "ich möchte mein garten spielen"])
    func opened(text: String) throws { #expect(try german().reading(of: text, expecting: .call) == .launch) }

    @Test(
        "the built-in intents of a German skill are said in German",
        arguments: [
            ("ja bitte", "YesIntent"), ("na klar", "YesIntent"), ("nein danke", "NoIntent"),
            ("lieber nicht", "NoIntent"),
            ("hör auf", "StopIntent"), ("hilfe", "HelpIntent"), ("was kann ich sagen", "HelpIntent"),
            ("wie bitte", "RepeatIntent"), ("sag das noch mal", "RepeatIntent"), ("vergiss es", "CancelIntent"),
        ])
    func said(text: String, intent: String) throws {
        guard case .intent(let found) = try german().reading(of: text, expecting: .intents) else {
            Issue.record("\(text) means nothing")
            return
        }
        #expect(found.name == "AMAZON.\(intent)")
    }

    @Test("a request to a German skill by its name reaches the intent")
    func asked() throws {
        guard
            case .intent(let intent) = try german().reading(
                of: "öffne mein garten und gieß die blumen", expecting: .call)
        else {
            Issue.record("the request means nothing")
            return
        }
        #expect(intent.name == "GiessenIntent")
    }

    @Test(
        "the word between the name and the request belongs to a sample that begins with it",
        arguments: [
            ("frag entfernungs rechner nach der distanz von köln nach bonn", "köln", "bonn"),
            ("frage entfernungs rechner nach der Entfernung zwischen Bad Homburg und Bonn", "Bad Homburg", "Bonn"),
            ("frag entfernungs rechner nach köln und bonn", "köln", "bonn"),
            ("frag entfernungs rechner von köln nach bonn", "köln", "bonn"),
        ])
    func linked(text: String, from: String, to: String) throws {
        let model = try makeModel(
            #"""
            {"languageModel": {"invocationName": "entfernungs rechner", "intents": [
             {"name": "DistanceIntent", "slots": [{"name": "from", "type": "AMAZON.City"}, {"name": "to", "type": "AMAZON.City"}],
              "samples": ["{from} und {to}", "{from} nach {to}", "von {from} nach {to}", "nach der Distanz von {from} nach {to}",
               "nach der Entfernung zwischen {from} und {to}"]}]}}
            """#, language: "de-DE")
        guard case .intent(let intent) = try #require(model.reading(of: text, expecting: .call)) else {
            return #expect(Bool(false), "no intent")
        }
        #expect(intent.slots?["from"]?.value == from && intent.slots?["to"]?.value == to)
    }
}
