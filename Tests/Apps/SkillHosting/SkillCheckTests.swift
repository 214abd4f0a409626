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
              {"name": "B", "samples": ["do it"]}],
              "types": [{"name": "T", "values": [{"name": {"value": "this"}}]}, {"name": "U", "values": []}]},
            "dialog": {"intents": [
              {"name": "A", "delegationStrategy": "NEVER", "slots": [
                {"name": "x", "type": "T", "elicitationRequired": true, "prompts": {"elicitation": "P"},
                 "validations": [{"type": "isNice", "prompt": "Q"}]}, {"name": "y", "type": "T"}]},
              {"name": "C"}]},
            "prompts": [{"id": "Q", "variations": [{"type": "PlainText", "value": "Not {z}."}]}, {"id": "R", "variations": []}]}}
            """#)
        let findings = SkillCheck(model).findings.map(\.sentence)
        for part in [
            "has one word", "what stands around names", "NEVER is no delegation strategy",
            "no prompt to ask for A's slot x",
            "isNice is no validation", "names {z}", "asks for y", "dialog of C is for no intent",
            "no dialog says the prompt R",
            "no slot has the type U", "is taken by",
        ] { #expect(findings.contains { $0.contains(part) }, "\(part): \(findings)") }
    }
}
