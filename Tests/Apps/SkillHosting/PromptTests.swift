import SaybusPhrases
import SaybusSkills
import Testing

@testable import SaybusSkillHosting

@Suite("The words of prompts")
struct PromptTests {
    private let today = CivilDate(year: 2026, month: 11, day: 25) ?? .today

    @Test(
        "dates, times and durations are spoken in words, other values as they are",
        arguments: [
            ("2026-11-30", "AMAZON.DATE", "Monday, November 30"),
            ("2026-W48-WE", "AMAZON.DATE", "Saturday, November 28 – Sunday, November 29"),
            ("2026-W48", "AMAZON.DATE", "Monday, November 23 – Sunday, November 29"),
            ("2026-11", "AMAZON.DATE", "November 2026"), ("2027", "AMAZON.DATE", "2027"),
            ("2027-SU", "AMAZON.DATE", "summer 2027"), ("202X", "AMAZON.DATE", "2020 – 2029"),
            ("PRESENT_REF", "AMAZON.DATE", "now"), ("19:30", "AMAZON.TIME", "7:30 PM"),
            ("EV", "AMAZON.TIME", "evening"), ("PT1H", "AMAZON.DURATION", "1 hour"),
            ("PT1H30M", "AMAZON.DURATION", "1 hour, 30 minutes"), ("P1Y6M", "AMAZON.DURATION", "1 year 6 months"),
            ("P10Y", "AMAZON.DURATION", "10 years"), ("?", "AMAZON.DATE", "?"), ("2026-13", "AMAZON.DATE", "2026-13"),
            ("PX", "AMAZON.DURATION", "PX"), ("2026-11-30", "Name", "2026-11-30"), ("5", "AMAZON.NUMBER", "5"),
        ])
    func words(value: String, type: String, words: String) {
        #expect(SpokenTime(language: "en-US").text(ofSlot: value, type: type, today: today) == words)
    }

    @Test("the value of a slot is escaped in SSML, also where a mark combines with the character")
    func escaped() {
        let escaped = PromptSet.escaped("a<b\u{301} <\u{301}x>\u{308} &\u{301}")
        let expected = "a&lt;b\u{301} &lt;\u{301}x&gt;\u{308} &amp;\u{301}"
        #expect(Array(escaped.unicodeScalars) == Array(expected.unicodeScalars))
    }

    @Test("a prompt says the value of a slot in words, and the request has it in Alexa's notation")
    func dialog() throws {
        let model = try makeModel(
            #"""
            {"interactionModel": {"languageModel": {"invocationName": "table booker", "intents": [
              {"name": "BookIntent", "slots": [{"name": "length", "type": "AMAZON.DURATION"}],
               "samples": ["book a table for {length}"]}]},
             "dialog": {"intents": [{"name": "BookIntent", "confirmationRequired": true,
              "prompts": {"confirmation": "C"}, "slots": [{"name": "length", "type": "AMAZON.DURATION",
               "elicitationRequired": true, "prompts": {}}]}]},
             "prompts": [{"id": "C", "variations": [{"type": "PlainText", "value": "For {length}?"}]}]}}
            """#)
        let slot = Slot(name: "length", value: "PT1H30M")
        var dialog = DialogMachine(Intent(name: "BookIntent", slots: ["length": slot]), of: model)
        let step = dialog.next()
        guard case .ask(let question) = step else {
            Issue.record("it does not ask")
            return
        }
        #expect(question.prompt.text == "For 1 hour, 30 minutes?")
        let value = dialog.intent.slots?["length"]?.value
        #expect(value == "PT1H30M")
    }
}
