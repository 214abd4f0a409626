import SaybusMessages
import SaybusPhrases
import SaybusSkills
import Testing

@testable import SaybusSkillHosting

@Suite("Values of built-in types within sentences")
struct PartialValueTests {
    private static let types: Set = [
        "AMAZON.NUMBER", "AMAZON.FOUR_DIGIT_NUMBER", "AMAZON.PhoneNumber", "AMAZON.DATE", "AMAZON.TIME",
        "AMAZON.DURATION", "AMAZON.AlphaNumeric",
    ]
    private static let finder = SlotValueFinder(of: types, types: [])

    private func words(_ type: String, _ text: String) -> [String] {
        Self.finder.values(of: "AMAZON.\(type)", in: Words.normalize(text)).map(\.parameter.words)
    }

    @Test(
        "words that are only a part of a number, a date, a time or a duration are no value",
        arguments: [
            ("NUMBER", "it was seven point two"), ("NUMBER", "give me two and a half"),
            ("NUMBER", "make it ten thirty"), ("NUMBER", "wake me at half past seven"), ("NUMBER", "at quarter to six"),
            ("FOUR_DIGIT_NUMBER", "set it to one two three four five"), ("DURATION", "for two to three hours"),
            ("DURATION", "about two or three hours"), ("TIME", "it takes ten minutes"), ("TIME", "for seven people"),
            ("TIME", "pay 7.30 dollars"), ("TIME", "on november fifth 2026"), ("TIME", "in november 2026"),
            ("DATE", "two days after friday"), ("DATE", "on friday before last"), ("TIME", "two hours before noon"),
            ("DATE", "november thirty first"), ("DATE", "april thirty first please"), ("DATE", "november thirty one"),
            ("DATE", "the thirtieth of february"), ("DATE", "thirty second of january"),
            ("DATE", "february thirtieth twenty thirty"), ("DURATION", "between five and ten minutes"),
            ("DATE", "the second monday in december"), ("DATE", "on the first friday of next month please"),
            ("DATE", "the last monday of may"), ("DATE", "every second monday"), ("DATE", "the first week of december"),
            ("DATE", "the last day of december 2027"), ("DATE", "was it monday november thirteenth 2026"),
            ("AlphaNumeric", "i need a ticket"), ("AlphaNumeric", "the code one hundred five x"),
            ("AlphaNumeric", "the code b two uh c"), ("AlphaNumeric", "the code x y uh z"),
            ("PhoneNumber", "call five five five uh one two"),
            ("PhoneNumber", "call five five five um one two three four"), ("NUMBER", "pay twenty uh five euros"),
        ])
    func partial(type: String, text: String) { #expect(words(type, text) == []) }

    @Test(
        "an article that is also the number one is no time of day before a noun",
        arguments: [
            ("réserver une table", true), ("réserver une table demain", true), ("à une", false),
            ("à une s'il vous plaît", false), ("à une pour Anna", false),
        ])
    func articles(text: String, isPart: Bool) throws {
        var french = Language.english
        french.numbers.units["une"] = 1
        french.numbers.articles = ["un", "une"]
        french.elisions = ["s"]
        french.functionWords = ["à", "pour"]
        french.fillers.trailing = ["s'il vous plaît"]
        let tokens = Words.tokenize(text, orthography: french.orthography)
        let place = try #require(tokens.firstIndex { $0.key == "une" })
        #expect(PartialValues(french).isPart(place..<place + 1, of: tokens, "AMAZON.TIME") == isPart)
    }

    @Test(
        "a whole value counts whatever stands beside it",
        arguments: [
            ("NUMBER", "set the dose to five drops", ["five"]), ("NUMBER", "set it to ten minutes", ["ten"]),
            ("NUMBER", "count from two to ten", ["two", "ten"]),
            (
                "NUMBER", "for the year nineteen eighty four",
                [
                    "nineteen eighty four"
                ]
            ),
            ("FOUR_DIGIT_NUMBER", "set the pin to one two three four", ["one two three four"]),
            ("NUMBER", "i want two lattes and three teas", ["two", "three"]),
            ("TIME", "at seven for two hours", ["seven"]), ("TIME", "november fifth at 2030", ["2030"]),
            ("TIME", "wake me in ten minutes please", ["in ten minutes"]),
            (
                "TIME", "on friday at five thirty",
                [
                    "five thirty"
                ]
            ),
            ("DATE", "friday at five thirty", ["friday"]), ("DATE", "friday five thirty", ["friday"]),
            ("DATE", "change the day to friday", ["friday"]), ("DATE", "from friday to sunday", ["friday", "sunday"]),
            ("DATE", "a table on friday for two", ["on friday"]),
            ("DURATION", "set it to three hours", ["three hours"]),
            ("DURATION", "for two hours", ["two hours"]),
            ("DURATION", "wait one hour thirty please", ["one hour thirty"]),
            ("DURATION", "an hour thirty thanks", ["an hour thirty"]),
            ("DURATION", "a room for two hours and fifteen people", ["two hours"]),
            ("DURATION", "for two hours and ten minutes", ["two hours and ten minutes"]),
            ("DATE", "thirty first of december", ["thirty first of december"]),
            ("DATE", "fifth of november seven pm", ["fifth of november"]),
            ("DATE", "21 november 9 am", ["21 november"]), ("DATE", "july fourth five thirty", ["july fourth"]),
            ("DATE", "november fifth or december third", ["november fifth", "december third"]),
            ("DATE", "november fifth december third", ["november fifth", "december third"]),
            ("DATE", "march for two people", ["march"]), ("DATE", "was it last monday", ["last monday"]),
            ("DATE", "was it friday november thirteenth 2026", ["friday november thirteenth 2026"]),
            ("DATE", "november fifteenth at seven", ["november fifteenth"]),
            ("AlphaNumeric", "my code is b four seven", ["b four seven"]),
            ("AlphaNumeric", "it is uh b four seven um thanks", ["b four seven"]),
            ("PhoneNumber", "call uh five five five one two please", ["five five five one two"]),
            ("NUMBER", "pay um five uh euros", ["five"]), ("NUMBER", "four please seven of them", ["four", "seven"]),
        ])
    func whole(type: String, text: String, values: [String]) { #expect(words(type, text) == values) }

    @Test(
        "a long value is found whole",
        arguments: [
            ("NUMBER", "could it be one hundred twenty three thousand four hundred fifty six", "123456"),
            ("PhoneNumber", "my phone is five five five one two one two", "5551212"),
            ("DATE", "how about november the fifteenth two thousand twenty seven", "2027-11-15"),
        ])
    func long(type: String, text: String, value: String) {
        let found = Self.finder.values(of: "AMAZON.\(type)", in: Words.normalize(text))
        #expect(found.map { "\($0.parameter.value)" } == [value])
    }

    @Test("a sentence with more about a day than an intent has slots for is not understood, so that nothing is lost")
    func timesBesideDays() throws {
        let model = try makeModel(
            #"""
            {"interactionModel": {"languageModel": {"invocationName": "parcel service", "intents": [
              {"name": "DeliverIntent", "slots": [{"name": "day", "type": "AMAZON.DATE"}],
               "samples": ["deliver on {day}"]},
              {"name": "FetchIntent", "slots": [{"name": "day", "type": "AMAZON.DATE"},
               {"name": "time", "type": "AMAZON.TIME"}], "samples": ["fetch it on {day} at {time}"]}]}}}
            """#)
        func intent(_ text: String) -> Intent? {
            guard case .intent(let intent) = model.reading(of: text, expecting: .intents) else { return nil }
            return intent
        }
        for text in [
            "on friday at five", "on friday five", "friday at 17:30", "friday 5 pm", "friday at noon", "1,000",
        ] {
            #expect(intent("deliver \(text)") == nil, "\(text)")
        }
        for text in ["on friday", "it on friday please", "on friday for two", "on friday five pizzas"] {
            #expect(intent("deliver \(text)")?.slots?["day"]?.value != nil, "\(text)")
        }
        #expect(intent("please fetch it on friday at five")?.slots?["time"]?.value == "05:00")
    }

    @Test("letters that are written together are part of a code in capitals; else the digits beside them are no code")
    func letters() throws {
        let model = try makeModel(
            #"""
            {"interactionModel": {"languageModel": {"invocationName": "door keeper", "intents": [
              {"name": "CodeIntent", "slots": [{"name": "code", "type": "AMAZON.AlphaNumeric"}],
               "samples": ["code {code}", "my code is {code}"]}]}}}
            """#)
        func code(_ text: String) -> String? {
            guard case .intent(let intent) = model.reading(of: text, expecting: .intents) else { return "no intent" }
            return intent.slots?["code"]?.value
        }
        #expect(code("code ABC 12") == "abc12")
        #expect(code("my code is KL-12") == "kl12")
        #expect(code("code 12 ABC") == "12abc")
        #expect(code("code abc 12") == nil)
        #expect(code("code 12 abc") == nil)
        #expect(code("code 12") == "12")
        #expect(code("please my code is uh a 12") == "a12")
        let asked = SkillExpectation.slot(intent: "CodeIntent", slot: "code")
        #expect(model.reading(of: "ABC 12", expecting: asked) != nil)
        #expect(model.reading(of: "12 KL", expecting: asked) != nil)
        #expect(model.reading(of: "abc 12", expecting: asked) == nil)
        #expect(model.reading(of: "12 kl", expecting: asked) == nil)
        #expect(model.reading(of: "well it is 12", expecting: asked) != nil)
        #expect(model.reading(of: "12 thank you", expecting: asked) != nil)
    }

    @Test("a short word of the model's prompts, values or slots beside the digits is no part of a code")
    func shortWords() throws {
        let model = try makeModel(
            #"""
            {"interactionModel": {"languageModel": {"invocationName": "door keeper", "intents": [
              {"name": "CodeIntent", "slots": [{"name": "pin", "type": "AMAZON.AlphaNumeric"},
               {"name": "colour", "type": "Colour"}], "samples": ["unlock with {pin}", "unlock the {colour} door"]}],
             "types": [{"name": "Colour", "values": [{"name": {"value": "red"}}]}]},
             "prompts": [{"id": "Pin", "variations": [{"type": "PlainText", "value": "What is on the key?"}]}]}}
            """#)
        let asked = SkillExpectation.slot(intent: "CodeIntent", slot: "pin")
        func pin(_ text: String) -> String? {
            guard case .answer(let slots) = model.reading(of: text, expecting: asked) else { return nil }
            return slots.first?.value
        }
        for text in ["pin 12", "key 12", "red 12"] { #expect(pin(text) == "12", "\(text)") }
        #expect(pin("bay 12") == nil)
    }

    @Test("a preposition and the digits of a length are no day")
    func length() {
        func isPart(_ text: String) -> Bool {
            PartialValues().isPart(0..<2, of: Words.tokenize(text), "AMAZON.DATE")
        }
        #expect(isPart("in 24 hours") && isPart("in 5 days please"))
        #expect(!isPart("on 24 please") && !isPart("july 24") && !isPart("in 2027 days"))
    }

    @Test("a number is not the date of another slot, unless it has more than numbers")
    func otherSlot() throws {
        let model = try makeModel(
            #"""
            {"interactionModel": {"languageModel": {"invocationName": "coffee corner", "intents": [
              {"name": "OrderIntent", "slots": [{"name": "count", "type": "AMAZON.NUMBER"}, {"name": "day", "type": "AMAZON.DATE"}],
               "samples": ["order coffee"]}]}}}
            """#)
        func answer(_ text: String) -> [String: String?]? {
            let reading = model.reading(of: text, expecting: .slot(intent: "OrderIntent", slot: "count"))
            guard case .answer(let slots) = reading else { return nil }
            return Dictionary(slots.map { ($0.name, $0.value) }, uniquingKeysWith: { first, _ in first })
        }
        #expect(answer("that would be nineteen eighty four") == ["count": "1984"])
        #expect(answer("july fourth")?.keys.first == "day")
    }
}
