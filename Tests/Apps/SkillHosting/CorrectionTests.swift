import SaybusSkills
import Testing

@testable import SaybusSkillHosting

@Suite("Corrections of a slot that is not asked for")
struct CorrectionTests {
    private static let model = Result {
        try makeModel(
            #"""
            {"interactionModel": {"languageModel": {"invocationName": "corner shop", "intents": [
              {"name": "BuyIntent", "slots": [{"name": "quantity", "type": "AMAZON.NUMBER", "samples": ["{quantity} packs"]},
               {"name": "product", "type": "Product"}], "samples": ["buy {quantity} {product}"]}],
             "types": [{"name": "Product", "values": [{"name": {"value": "apples"}}, {"name": {"value": "milk"}}]}]}}}
            """#)
    }
    static let intent = SkillExpectation.intentConfirmation(intent: "BuyIntent")
    static let product = SkillExpectation.slot(intent: "BuyIntent", slot: "product")
    static let quantity = SkillExpectation.slotConfirmation(intent: "BuyIntent", slot: "quantity")

    private func answer(_ text: String, _ expectation: SkillExpectation) throws -> [String: String]? {
        let reading = try Self.model.get().reading(of: text, expecting: expectation)
        guard case .answer(let slots) = reading else { return nil }
        return Dictionary(slots.map { ($0.name, $0.value ?? "") }) { first, _ in first }
    }

    @Test(
        "a correction fills the only slot that it has a value of",
        arguments: [
            ("no make it five", intent, ["quantity": "5"]), ("actually i want milk", intent, ["product": "milk"]),
            ("no wait make it four", product, ["quantity": "4"]), ("no the milk please", quantity, ["product": "milk"]),
            ("no milk", product, ["product": "milk"]), ("no five", quantity, ["quantity": "5"]),
            ("no make it five packs", intent, ["quantity": "5"]),
        ])
    func corrected(text: String, expectation: SkillExpectation, slots: [String: String]) throws {
        #expect(try answer(text, expectation) == slots)
    }

    @Test(
        "words that give two slots a value, or say something else, correct nothing",
        arguments: [
            "no five milk", "no five packs milk", "no milk packs", "no my aunt has five", "make it five", "no wait",
        ])
    func uncorrected(text: String) throws { #expect(try answer(text, Self.intent) == nil) }

    @Test("other words than those of a correction remain the value that is asked for, and a no remains a no")
    func unchanged() throws {
        #expect(try answer("no country for five old men", Self.product) == ["product": "no country for five old men"])
        #expect(try Self.model.get().reading(of: "no", expecting: Self.intent) == .confirmation(false))
    }
}
