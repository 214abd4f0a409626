import SaybusSkills
import Testing

@testable import SaybusSkillHosting

@Suite("Several values in a sentence")
struct SeveralValuesTests {
    private static let model = Result {
        try makeModel(
            #"""
            {"interactionModel": {"languageModel": {"invocationName": "bag packer", "intents": [
              {"name": "AMAZON.FallbackIntent"},
              {"name": "PackIntent", "slots": [{"name": "items", "type": "Item", "multipleValues": {"enabled": true}}],
               "samples": ["pack {items}", "put {items} in my bag"]},
              {"name": "OrderIntent", "slots": [{"name": "drink", "type": "Drink"}, {"name": "count", "type": "AMAZON.NUMBER"}],
               "samples": ["order {drink}", "order {count} {drink}"]},
              {"name": "WakeIntent", "slots": [{"name": "time", "type": "AMAZON.TIME"}], "samples": ["wake me at {time}"]},
              {"name": "WaitIntent", "slots": [{"name": "length", "type": "AMAZON.DURATION"}, {"name": "day", "type": "AMAZON.DATE"}],
               "samples": ["wait for {length}", "hold it until {day}"]},
              {"name": "PinIntent", "slots": [{"name": "pin", "type": "AMAZON.FOUR_DIGIT_NUMBER"}], "samples": ["set pin {pin}"]},
              {"name": "AddIntent", "slots": [{"name": "a", "type": "AMAZON.NUMBER"}, {"name": "b", "type": "AMAZON.NUMBER"}],
               "samples": ["calculate {a} plus {b}"]},
              {"name": "TripIntent", "slots": [{"name": "from", "type": "City"}, {"name": "to", "type": "City"}],
               "samples": ["book a trip to {to}", "book a trip from {from} to {to}"]}],
             "types": [
              {"name": "Item", "values": [{"id": "so", "name": {"value": "socks"}}, {"id": "sh", "name": {"value": "shirts"}},
               {"id": "sp", "name": {"value": "salt and pepper"}}, {"id": "h", "name": {"value": "hat"}}]},
              {"name": "Drink", "values": [{"name": {"value": "tea"}}, {"name": {"value": "coffee"}}]},
              {"name": "City", "values": [{"name": {"value": "paris"}}, {"name": {"value": "york"}}, {"name": {"value": "berlin"}}]}]}}}
            """#)
    }

    private func words(_ slot: Slot?) -> [String] {
        switch slot?.slotValue {
        case .simple(let value): return [value.value].compactMap(\.self)
        case .list(let values):
            return values.compactMap { if case .simple(let value) = $0 { value.value } else { nil } }
        case nil: return []
        }
    }

    @Test(
        "a slot for several values gets all of them, and none that the sentence rejects",
        arguments: [
            ("pack socks", ["socks"]), ("pack a hat", ["hat"]), ("pack socks and shirts", ["socks", "shirts"]),
            ("pack socks shirts", ["socks", "shirts"]), ("pack socks, shirts, and hat", ["socks", "shirts", "hat"]),
            ("pack salt and pepper", ["salt and pepper"]),
            ("pack shirts and salt and pepper", ["shirts", "salt and pepper"]),
            ("pack socks and a hat", ["socks", "hat"]), ("pack socks as well as shirts", ["socks", "shirts"]),
            ("pack socks and shirts but not the hat", ["socks", "shirts"]),
            ("pack socks no wait shirts", ["shirts"]), ("pack socks and unicorns", ["socks", "unicorns"]),
            ("pack unicorns and dragons", ["unicorns", "dragons"]),
            ("pack my socks and my blue hat", ["socks", "blue hat"]),
            ("pack the hat and two pairs of socks", ["hat", "two pairs of socks"]),
            ("could you please pack socks and shirts for the journey", ["socks", "shirts"]),
            ("put socks and shirts in my bag", ["socks", "shirts"]),
            ("put socks and shirts in my bag but not the hat", ["socks", "shirts"]),
            ("i would like to have socks and shirts in my bag", ["socks", "shirts"]),
            ("please put the socks and the hat into my bag", ["socks", "hat"]),
        ])
    func items(text: String, items: [String]) throws {
        guard case .intent(let intent) = try Self.model.get().reading(of: text, expecting: .intents) else {
            Issue.record("\(text) means nothing")
            return
        }
        #expect(intent.name == "PackIntent")
        #expect(words(intent.slots?["items"]) == items)
    }

    @Test(
        "an answer gets all values of its sentence",
        arguments: [
            ("socks", ["socks"]), ("socks and unicorns please", ["socks", "unicorns"]),
            ("i would like to take socks and shirts", ["socks", "shirts"]),
            ("socks and nothing else", ["socks"]), ("not the hat but socks and shirts", ["socks", "shirts"]),
        ])
    func answers(text: String, items: [String]) throws {
        let expectation = SkillExpectation.slot(intent: "PackIntent", slot: "items")
        guard case .answer(let slots) = try Self.model.get().reading(of: text, expecting: expectation) else {
            Issue.record("\(text) is no answer")
            return
        }
        #expect(words(slots.first) == items)
    }

    @Test(
        "a command that is called off, or corrected by words that are no value, means nothing",
        arguments: [
            "wait for ten minutes no wait make it five", "wait for ten minutes i mean until noon",
            "wait for ten minutes never mind", "wake me at seven no wait forget it",
        ])
    func takenBack(text: String) throws {
        #expect(try Self.model.get().reading(of: text, expecting: .intents) == nil)
    }

    @Test("a remark behind a command does not take it back")
    func remark() throws {
        let text = "wait for ten minutes no rush"
        guard case .intent(let intent) = try Self.model.get().reading(of: text, expecting: .intents) else {
            Issue.record("\(text) means nothing")
            return
        }
        #expect(intent.slots?["length"]?.value == "PT10M")
    }

    @Test("a sample's own words at the end of a sentence do not call it off")
    func ownWords() throws {
        let model = try makeModel(
            #"""
            {"interactionModel": {"languageModel": {"invocationName": "bag packer", "intents": [
              {"name": "AMAZON.FallbackIntent"},
              {"name": "RevokeIntent", "slots": [], "samples": ["cancel my order"]}], "types": []}}}
            """#)
        guard case .intent(let intent) = model.reading(of: "my order please cancel it", expecting: .intents) else {
            Issue.record("the sentence means nothing")
            return
        }
        #expect(intent.name == "RevokeIntent")
        #expect(model.reading(of: "cancel my order please never mind", expecting: .intents) == nil)
    }

    @Test("values are divided at the conjunction of the model's language")
    func spanish() throws {
        let model = try makeModel(
            #"""
            {"interactionModel": {"languageModel": {"invocationName": "mi maleta", "intents": [
              {"name": "MeterIntent", "slots": [{"name": "cosas", "type": "Cosa", "multipleValues": {"enabled": true}}],
               "samples": ["mete {cosas}"]}],
             "types": [{"name": "Cosa", "values": [{"name": {"value": "calcetines"}}, {"name": {"value": "camisas"}}]}]}}}
            """#, language: "es-ES")
        guard case .intent(let intent) = model.reading(of: "mete calcetines y unicornios", expecting: .intents) else {
            Issue.record("it means nothing")
            return
        }
        #expect(words(intent.slots?["cosas"]) == ["calcetines", "unicornios"])
    }

    @Test(
        "a slot for one value gets a corrected one, and none of several",
        arguments: [
            ("order tea", ["drink": "tea"]), ("order two coffee", ["count": "2", "drink": "coffee"]),
            ("order coffee or tea", [:]), ("order tea and coffee", [:]), ("order tea no coffee", ["drink": "coffee"]),
            ("order two coffee and three tea", [:]), ("wake me at seven", ["time": "07:00"]),
            ("wake me at seven no eight", ["time": "08:00"]), ("please wake me at seven or eight", [:]),
            ("wake me at seven sorry i mean eight", ["time": "08:00"]),
            ("wait for ten minutes", ["length": "PT10M"]), ("wait for between five and ten minutes", [:]),
            ("hold it until november thirty first", [:]), ("hold it until the thirtieth of february", [:]),
            ("set pin one two three four", ["pin": "1234"]),
            ("set pin one two three four no one two three five", ["pin": "1235"]),
            ("calculate two plus three", ["a": "2", "b": "3"]),
            ("please calculate two and three", ["a": "2", "b": "3"]),
            ("i need a trip to paris", ["to": "paris"]), ("i need a trip to paris no wait york", ["to": "york"]),
            ("i need a trip to paris or york", [:]),
            ("i need a trip from berlin to paris", ["from": "berlin", "to": "paris"]),
            ("i need a trip to paris from berlin", ["from": "berlin", "to": "paris"]),
        ] as [(String, [String: String])])
    func single(text: String, values: [String: String]) throws {
        guard case .intent(let intent) = try Self.model.get().reading(of: text, expecting: .intents) else {
            Issue.record("\(text) means nothing")
            return
        }
        #expect(intent.slots?.compactMapValues(\.value) == values)
    }
}
