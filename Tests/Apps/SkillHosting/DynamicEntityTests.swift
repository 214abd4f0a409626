import SaybusMessages
import SaybusSkills
import Testing

@testable import SaybusSkillHosting

@Suite("Dynamic entities in sentences that are no sample")
struct DynamicEntityTests {
    private static let model = Result {
        try makeModel(
            #"""
            {"interactionModel": {"languageModel": {"invocationName": "travel desk", "intents": [
              {"name": "AMAZON.FallbackIntent"},
              {"name": "BookIntent", "slots": [{"name": "city", "type": "City"}],
               "samples": ["book a trip", "book a trip to {city}"]},
              {"name": "FavouriteIntent", "slots": [{"name": "city", "type": "City"}],
               "samples": ["my favourite is {city}"]}],
             "types": [{"name": "City", "values": [{"id": "P", "name": {"value": "Paris"}}]}]}}}
            """#)
    }
    private static let rome = [
        Catalog.SlotType(name: "City", values: [.init(value: "Rome", synonyms: ["eternal city"], id: "R")])
    ]

    private func heard(_ text: String, _ dynamic: [Catalog.SlotType]) throws -> Intent? {
        let reading = try Self.model.get().reading(of: text, expecting: .intents, dynamic: dynamic)
        return if case .intent(let intent) = reading { intent } else { nil }
    }

    @Test(
        "a dynamic entity is found wherever a value of the model would be",
        arguments: [
            ("my favourite is the eternal city", "FavouriteIntent"), ("my favourite would be rome", "FavouriteIntent"),
            ("well my favourite town is rome", "FavouriteIntent"),
            ("could you please book me a trip to rome", "BookIntent"),
            ("could you please book me a trip to the eternal city", "BookIntent"),
            ("book a trip to the eternal city please", "BookIntent"),
        ])
    func sentence(text: String, intent: String) throws {
        let found = try #require(try heard(text, Self.rome))
        #expect(found.name == intent)
        #expect(found.slots?["city"]?.resolvedValue?.id == "R")
    }

    @Test("a value of the model is found beside dynamic entities, which are unknown in other sessions")
    func besides() throws {
        let paris = try heard("could you please book me a trip to paris", Self.rome)
        #expect(paris?.slots?["city"]?.resolvedValue?.id == "P")
        let rome = try heard("could you please book me a trip to rome", [])
        #expect(rome?.name == "BookIntent")
        #expect(rome?.slots?["city"]?.resolvedValue == nil)
    }

    @Test("a type that an update lists twice resolves the values of both")
    func twice() throws {
        let oslo = [Catalog.SlotType(name: "City", values: [.init(value: "Oslo", id: "O")])]
        for (city, id) in [("the eternal city", "R"), ("oslo", "O")] {
            let found = try heard("my favourite is \(city)", Self.rome + oslo)
            #expect(found?.slots?["city"]?.resolvedValue?.id == id, "\(city)")
        }
        let same = try heard("my favourite is rome", Self.rome + Self.rome)
        #expect(same?.slots?["city"]?.resolvedValue?.id == "R")
        #expect(same?.slots?["city"]?.isAmbiguous == false, "a value that is listed twice is one match")
    }
}
