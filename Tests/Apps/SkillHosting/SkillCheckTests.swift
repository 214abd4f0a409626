import SaybusSkillHosting
import Testing

@Suite("The check of an interaction model")
struct SkillCheckTests {
    @Test("the example has no warnings")
    func example() throws {
        let check = SkillCheck(try pizzaModel())
        #expect(check.findings.filter { $0.severity == .warning } == [])
    }

    @Test("missing prompts, unknown validations, dialogs without an intent, and reserved names are reported")
    func findings() throws {
        let model = try makeModel(
            #"""
            {"interactionModel": {"languageModel": {"invocationName": "open", "intents": [
              {"name": "A", "slots": [{"name": "x", "type": "T"}], "samples": ["do {x}", "do it"]},
              {"name": "B", "samples": ["do it"]}], "modelConfiguration": {"fallbackIntentSensitivity": {"level": "EXTREME"}},
              "types": [{"name": "T", "values": [{"name": {"value": "this"}}]}, {"name": "U", "values": []},
                {"name": "T", "values": [{"name": {"value": "that"}}]}]},
            "dialog": {"delegationStrategy": "ALLWAYS", "intents": [
              {"name": "A", "delegationStrategy": "NEVER", "slots": [
                {"name": "x", "type": "V", "elicitationRequired": true, "confirmationRequired": "true",
                 "prompts": {"elicitation": "P"}, "validations": [{"type": "isNice", "prompt": "Q"},
                  {"type": "isGreaterThan", "prompt": "Q", "value": "many"}]}, {"name": "y", "type": "T"}]},
              {"name": "C"}]},
            "prompts": [{"id": "Q", "variations": [{"type": "PlainText", "value": "Not {z}."},
              {"type": "SSML", "value": "To <break {x}."}]}, {"id": "R", "variations": []},
              {"id": "S", "variations": [{"type": "SSML", "value": "One <break time=\"20s\"/> two <break time=\"soon\"/>"}]}]}}
            """#)
        let findings = SkillCheck(model).findings.map(\.sentence)
        for part in [
            "has one word", "what stands around names", "NEVER is no delegation strategy",
            "no prompt to ask for A's slot x",
            "isNice is no validation", "names {z}", "asks for y", "dialog of C is for no intent",
            "no dialog says the prompt R",
            "no slot has the type U", "is taken by", "EXTREME is none of", "ALLWAYS is no delegation strategy",
            "the type T comes twice", "the type V in the dialog and T in the intent",
            "confirmationRequired of A's slot x must be true or false, found", "\"many\" is no number",
            "the prompt S has a break of 20s: it lasts 10 s",
            "the prompt S is not spoken: the SSML has a break of \"soon\"",
            "the prompt Q is not spoken: the SSML is no valid XML: not well-formed",
        ] { #expect(findings.contains { $0.contains(part) }, "\(part): \(findings)") }
    }

    @Test("values and phrases of another language than the model's are reported, and the skill's own words open it")
    func languages() throws {
        let text = #"""
            {"interactionModel": {"languageModel": {"invocationName": "casa roja", "intents": [
              {"name": "A", "slots": [{"name": "x", "type": "AMAZON.NUMBER"}], "samples": ["pon {x}"]}]}}}
            """#
        func sentences(_ language: String) throws -> String {
            SkillCheck(try makeModel(text, language: language)).findings.map(\.sentence).joined(separator: "\n")
        }
        let spanish = try sentences("es-ES")
        #expect(spanish.contains("values of AMAZON.NUMBER are read in English"), "\(spanish)")
        #expect(spanish.contains("the phrases that open the skill"), "\(spanish)")
        let german = try sentences("de-DE")
        #expect(german.contains("are read in English") && !german.contains("the phrases that open"), "\(german)")
        #expect(try !sentences("en-US").contains("the language is"))
        #expect(try makeModel(text, language: "de-DE").openingPhrase == "öffne casa roja")
        #expect(try makeModel(text).openingPhrase == "open casa roja")
    }

    @Test("an optional slot in a dialog, as Alexa's console writes each one, is no finding")
    func optionalSlot() throws {
        let model = try makeModel(
            #"""
            {"interactionModel": {"languageModel": {"invocationName": "travel desk", "intents": [
              {"name": "A", "slots": [{"name": "x", "type": "T"}], "samples": ["do {x}"]}],
              "types": [{"name": "T", "values": [{"name": {"value": "this"}}]}]},
            "dialog": {"intents": [{"name": "A", "confirmationRequired": false, "prompts": {}, "slots": [
              {"name": "x", "type": "T", "elicitationRequired": false, "confirmationRequired": false, "prompts": {}}]}]}}}
            """#)
        let findings = SkillCheck(model).findings.map(\.sentence)
        #expect(!findings.contains { $0.contains("slot x") }, "\(findings)")
    }
}
