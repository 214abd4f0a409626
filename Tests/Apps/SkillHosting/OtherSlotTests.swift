import SaybusSkills
import Testing

@testable import SaybusSkillHosting

@Suite("Answers in the words of a slot that is not asked for")
struct OtherSlotTests {
    private static let model = Result {
        try makeModel(
            #"""
            {"interactionModel": {"languageModel": {"invocationName": "trip planner", "intents": [
              {"name": "BookIntent", "slots": [
               {"name": "city", "type": "City", "samples": ["to {city}"]},
               {"name": "hotel", "type": "Hotel", "samples": ["at the {hotel}"]},
               {"name": "extras", "type": "Extra", "multipleValues": {"enabled": true}, "samples": ["with {extras}"]},
               {"name": "persons", "type": "AMAZON.NUMBER", "samples": ["for {persons}", "{persons} people"]},
               {"name": "nights", "type": "AMAZON.DURATION", "samples": ["for {nights}"]},
               {"name": "message", "type": "AMAZON.SearchQuery", "samples": ["write {message}"]}],
               "samples": ["book a trip", "book a trip to {city}"]},
              {"name": "InfoIntent", "slots": [{"name": "city", "type": "City"}],
               "samples": ["tell me about {city}", "what is {city} like"]}],
             "types": [{"name": "City", "values": [{"name": {"value": "paris"}}, {"name": {"value": "rome"}}]},
              {"name": "Hotel", "values": [{"name": {"value": "ritz"}}]},
              {"name": "Extra", "values": [{"name": {"value": "breakfast"}}, {"name": {"value": "sauna"}}]}]}}}
            """#)
    }
    private static let nights = SkillExpectation.slot(intent: "BookIntent", slot: "nights")
    private static let hotel = SkillExpectation.slot(intent: "BookIntent", slot: "hotel")
    private static let city = SkillExpectation.slotConfirmation(intent: "BookIntent", slot: "city")
    private static let whole = SkillExpectation.intentConfirmation(intent: "BookIntent")

    private func answer(_ text: String, _ expectation: SkillExpectation) throws -> [String: String]? {
        let reading = try Self.model.get().reading(of: text, expecting: expectation)
        guard case .answer(let slots) = reading else { return nil }
        return Dictionary(slots.map { ($0.name, $0.value ?? "") }) { first, _ in first }
    }

    @Test("a sample of another slot fills that slot, and no other intent takes its value")
    func filled() throws {
        #expect(try answer("to paris", Self.nights) == ["city": "paris"])
        #expect(try answer("to rome", Self.hotel) == ["city": "rome"], "the hotel takes any words, too")
        #expect(try answer("four people", Self.hotel) == ["persons": "4"])
        #expect(try answer("for three days", Self.city) == ["nights": "P3D"])
        #expect(try answer("at the ritz", Self.whole) == ["hotel": "ritz"])
    }

    @Test("a value alone does not end the dialog for an intent whose sample has function words only")
    func alone() throws {
        #expect(try Self.model.get().reading(of: "rome", expecting: Self.nights) == nil)
        let asked = try Self.model.get().reading(of: "what is rome like", expecting: Self.nights)
        guard case .intent(let intent) = asked else {
            Issue.record("\(String(describing: asked)) is no intent")
            return
        }
        #expect(intent.name == "InfoIntent")
    }

    @Test("a slot with several values gets all of them")
    func several() throws {
        let reading = try Self.model.get().reading(of: "with sauna and breakfast", expecting: Self.nights)
        guard case .answer(let slots) = reading, case .list(let values) = slots.first?.slotValue else {
            Issue.record("\(String(describing: reading)) is no list")
            return
        }
        #expect(slots.map(\.name) == ["extras"] && values.count == 2)
    }

    @Test("a sample with words that are no known value, and free words, remain an answer to the question")
    func unknown() throws {
        #expect(try answer("to the moon", Self.hotel) == ["hotel": "to the moon"])
        #expect(try answer("write to rome", Self.hotel) == ["hotel": "write to rome"])
        #expect(try answer("at the ritz", Self.hotel) == ["hotel": "ritz"])
        #expect(try answer("for three days", Self.nights) == ["nights": "P3D"])
    }
}
