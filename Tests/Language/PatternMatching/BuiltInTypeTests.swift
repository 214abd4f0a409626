import SaybusMessages
import SaybusPatternMatching
import SaybusPhrases
import Testing

@Suite struct BuiltInTypeTests {
    private let today = CivilDate(year: 2026, month: 11, day: 21)

    func parameter(_ type: String, _ text: String, types: [Catalog.SlotType]? = nil) -> Parameter? {
        makeMatcher("take {\(type):x}", types: types).match("take " + text, today: today).first?.parameters["x"]
    }

    @Test(
        "Alexa's built-in types give normalized values",
        arguments: [
            ("AMAZON.NUMBER", "minus twenty one", "-21"), ("AMAZON.NUMBER", "three point five", nil),
            ("AMAZON.FOUR_DIGIT_NUMBER", "six oh four five", "6045"),
            ("AMAZON.FOUR_DIGIT_NUMBER", "oh oh four five", "0045"), ("AMAZON.FOUR_DIGIT_NUMBER", "0045", "0045"),
            ("AMAZON.FOUR_DIGIT_NUMBER", "sixty forty five", "6045"),
            ("AMAZON.FOUR_DIGIT_NUMBER", "six thousand and forty five", "6045"),
            ("AMAZON.FOUR_DIGIT_NUMBER", "double five two", nil), ("AMAZON.NUMBER", "ten thirty", nil),
            ("AMAZON.NUMBER", "nineteen eighty four", "1984"), ("AMAZON.NUMBER", "twenty oh five", "2005"),
            ("AMAZON.NUMBER", "nineteen", "19"),
            ("AMAZON.FOUR_DIGIT_NUMBER", "nineteen eighty four", "1984"),
            ("AMAZON.DATE", "nineteen eighty four", "1984"),
            ("AMAZON.FOUR_DIGIT_NUMBER", "double five two one", "5521"),
            ("AMAZON.Ordinal", "twenty third", "23"), ("AMAZON.Ordinal", "3rd", "3"), ("AMAZON.Ordinal", "three", nil),
            ("AMAZON.DATE", "tomorrow", "2026-11-22"), ("AMAZON.TIME", "quarter to eight", "07:45"),
            ("AMAZON.DURATION", "an hour and a half", "PT1H30M"),
            ("AMAZON.DATE", "1,000", nil), ("AMAZON.DATE", "2,026", nil), ("AMAZON.DATE", "2026", "2026"),
            ("AMAZON.TIME", "1,000", nil), ("AMAZON.DURATION", "1,000 seconds", "PT1000S"),
            ("AMAZON.PhoneNumber", "five five five double one two three", "5551123"),
            ("AMAZON.PhoneNumber", "555-1123", "5551123"),
            ("AMAZON.PhoneNumber", "+49 30 1234567", "+49301234567"),
            ("AMAZON.PhoneNumber", "+1-555-1123", "+15551123"),
            ("AMAZON.PhoneNumber", "+49 (0)30 1234567", "+49301234567"),
            ("AMAZON.PhoneNumber", "+49(0)30/1234567", "+49301234567"),
            ("AMAZON.PhoneNumber", "0049 (0) 30 1234567", "0049301234567"),
            ("AMAZON.PhoneNumber", "+39 06 69812345", "+390669812345"),
            ("AMAZON.PhoneNumber", "555.123.4567", "5551234567"),
            ("AMAZON.PhoneNumber", "+1 555.123.4567", "+15551234567"),
            ("AMAZON.PhoneNumber", "12.34.56.78.90", "1234567890"),
            ("AMAZON.PhoneNumber", "plus four nine three zero", "+4930"), ("AMAZON.PhoneNumber", "plus", nil),
            ("AMAZON.PhoneNumber", "- 555 1123", "5551123"), ("AMAZON.TIME", "- 7 pm", "19:00"),
            ("AMAZON.TIME", "7.30", "07:30"), ("AMAZON.TIME", "seven this evening", "19:00"),
            ("AMAZON.DURATION", "hour and a half", "PT1H30M"),
            ("Number", "two thirds", "0.666666667"), ("Number", "a third", "0.333333333"), ("Number", "third", "3"),
            ("Number", "a hundredth", "0.01"), ("AMAZON.NUMBER", "one third", nil),
            ("AMAZON.NUMBER", "+5", "5"), ("AMAZON.NUMBER", "1-2", nil), ("AMAZON.NUMBER", "1/2", nil),
            ("AMAZON.AlphaNumeric", "b four dash 2", "b4-2"),
            ("AMAZON.PhoneNumber", "eight hundred five five five one two one two", "8005551212"),
            ("AMAZON.PhoneNumber", "one eight hundred 555 1212", "18005551212"),
            ("AMAZON.PhoneNumber", "five five five twelve hundred", "5551200"),
            ("AMAZON.PhoneNumber", "five hundred fifty", nil), ("AMAZON.PhoneNumber", "nine one one", "911"),
            ("AMAZON.AlphaNumeric", "double a seven", "aa7"), ("AMAZON.AlphaNumeric", "b triple c", "bccc"),
            ("AMAZON.AlphaNumeric", "ABC", "abc"), ("AMAZON.AlphaNumeric", "A.B.C", "abc"),
            ("AMAZON.AlphaNumeric", "MÜ AB 123", "müab123"), ("AMAZON.AlphaNumeric", "hello", nil),
            ("AMAZON.AlphaNumeric", "b ABCDE", "babcde"),
            ("AMAZON.AlphaNumeric", "double five b", "55b"), ("AMAZON.AlphaNumeric", "double", nil),
            ("AMAZON.DayOfWeek", "friday", "friday"), ("AMAZON.SearchQuery", "Blue Sky", "Blue Sky"),
            ("AMAZON.LITERAL", "Blue Sky", "Blue Sky"), ("AMAZON.US_CITY", "new york", "new york"),
        ] as [(String, String, String?)])
    func alexa(type: String, text: String, value: String?) {
        let found = parameter(type, text)
        #expect(found.map { "\($0.value)" } == value)
        #expect(found == nil || found?.words == text)
    }

    @Test("the year behind a month or a day of one is no time of day")
    func yearsOfDays() {
        let day = "{AMAZON.DATE:day}"
        let matcher = makeMatcher(["Both": ["meet on \(day) [at] {AMAZON.TIME:time}"], "Day": ["meet on \(day)"]])
        let texts: KeyValuePairs = [
            "december 2026": "Day", "december 24 2026": "Day", "the 24th of december 2026": "Day",
            "december twenty fourth 2026": "Day", "december 24 at 2030": "Both", "december 24 730": "Both",
        ]
        for (text, type) in texts {
            #expect(matcher.match("meet on " + text, today: today).first?.type == type, "\(text)")
        }
    }

    @Test("long words are no letters that are said one by one where a recognizer writes all words in capitals")
    func capitals() {
        let matcher = makeMatcher("take {AMAZON.AlphaNumeric:x}")
        #expect(values(matcher, "TAKE HELLO") == nil && values(matcher, "TAKE ABC") == ["x": "abc"])
        #expect(values(matcher, "TAKE MÜNCHEN") == nil && values(matcher, "Take HELLO") == ["x": "hello"])
    }

    @Test(
        "digits may be said in numbers that are no sum, or have a word between ten and unit",
        arguments: [
            ("zéro six douze soixante dix huit quatre vingt dix sept", "06127897"), ("vingt et un dix", "2110"),
            ("soixante douze six", "726"), ("treinta y cuatro doce", "3412"), ("treinta cuatro doce", "3412"),
            ("treinta y", nil), ("seiscientos doce treinta y cuatro", "61234"),
            ("seiscientos treinta cuatro seis", "6346"),
            ("seiscientos zéro", "6000"), ("seis seiscientos", "6600"),
        ] as [(String, String?)])
    func otherDigits(text: String, value: String?) {
        var language = Language.english
        language.numbers.units = ["zéro": 0, "un": 1, "cuatro": 4, "six": 6, "huit": 8, "dix": 10, "douze": 12]
        (language.numbers.units["doce"], language.numbers.units["seis"]) = (12, 6)
        language.numbers.severalHundreds = ["seiscientos": 600]
        language.numbers.tens = ["vingt": 20, "treinta": 30, "soixante": 60]
        language.numbers.compounds = [
            "vingt et un": 21, "soixante douze": 72, "soixante dix huit": 78, "quatre vingt dix sept": 97,
        ]
        language.numbers.tensConjunctions = ["y"]
        let catalog = makeCatalog(["X": ["take {AMAZON.PhoneNumber:x}"]])
        let found = PatternMatcher([catalog], language: language).match("take " + text).first?.parameters["x"]
        #expect(found.map { "\($0.value)" } == value)
    }

    @Test("digits are an ordinal where the language writes a full stop behind them")
    func pointedOrdinals() {
        var german = Language.english
        german.numbers.ordinals = ["dritten": 3]
        let catalog = makeCatalog(["X": ["nimm den {AMAZON.Ordinal:x}"]])
        func place(_ text: String) -> String? {
            let found = PatternMatcher([catalog], language: german).match(text).first?.parameters["x"]
            return found.map { "\($0.value)" }
        }
        #expect(place("nimm den dritten") == "3" && place("Nimm den 3.") == nil)
        german.numbers.ordinalSuffixes = ["te", "."]
        #expect(place("nimm den dritten") == "3" && place("Nimm den 3.") == "3" && place("nimm den 4te") == "4")
        #expect(place("nimm den 3.5") == nil)
    }

    @Test("two numbers in a row are one where all numbers of the type have four digits")
    func years() {
        let types = [
            Catalog.SlotType(name: "Year", values: [], range: .init(from: 1900, to: 2100)),
            Catalog.SlotType(name: "Minutes", values: [], range: .init(from: 1, to: 2000)),
        ]
        #expect(parameter("Year", "nineteen eighty four", types: types)?.value == .number(1984))
        #expect(parameter("Minutes", "ten thirty", types: types) == nil)
        #expect(parameter("Minutes", "a thousand and thirty", types: types)?.value == .number(1030))
    }

    @Test(
        "Spokestack's types keep the words that are not a valid value",
        arguments: [
            ("Count", "seven", "7", true), ("Count", "seventy", "seventy", false),
            ("Code", "four two won", "421", true),
            ("Code", "oh double two", "022", true), ("Code", "four two", "four two", false),
            ("Mood", "glad", "Happy", true), ("Mood", "odd thing", "odd thing", false),
            ("Name", "jo ann", "jo ann", nil),
        ] as [(String, String, String, Bool?)])
    func spokestack(type: String, text: String, value: String, isMatched: Bool?) {
        let types = [
            Catalog.SlotType(name: "Count", values: [], base: "integer", range: .init(from: 1, to: 10)),
            Catalog.SlotType(name: "Code", values: [], base: "digits", count: 3),
            Catalog.SlotType(
                name: "Mood", values: [.init(value: "Happy", synonyms: ["glad"])], base: "selset"),
            Catalog.SlotType(name: "Name", values: [], base: "entity"),
        ]
        let found = parameter(type, text, types: types)
        #expect(found.map { "\($0.value)" } == value)
        #expect(found?.resolution.map { $0.status == .matched } == isMatched)
    }

    @Test("an open list accepts other words in a pattern with literal words, but never alone")
    func openLists() {
        let type = Catalog.SlotType(name: "Drink", values: [.init(value: "tea", id: "t")], isOpen: true)
        let matcher = makeMatcher(["Order": ["order {Drink:what}", "{Drink:what}"]], types: [type])
        let listed = matcher.match("order tea").first?.parameters["what"]
        #expect(listed?.resolution == Parameter.Resolution(.matched, id: "t"))
        #expect(listed?.confidence == 1)
        let other = matcher.match("order iced coffee").first?.parameters["what"]
        #expect(other?.value == .text("iced coffee"))
        #expect(other?.resolution == Parameter.Resolution(.unmatched))
        #expect(values(matcher, "tea") == ["what": "tea"])
        #expect(matcher.match("coffee").isEmpty)
        let closed = makeMatcher("@d:Drink", types: [.init(name: "Drink", values: [.init(value: "tea")])])
        #expect(closed.match("coffee").isEmpty)
    }

    @Test("a whole number is no part of a fraction", arguments: ["three point five", "3.5", "three and a half"])
    func fractions(number: String) {
        let matcher = makeMatcher("count to {AMAZON.NUMBER:x}")
        #expect(values(matcher, "count to three") == ["x": "3"])
        let found = matcher.match("count to \(number)").first?.parameters["x"]
        #expect(found == nil, "\(String(describing: found))")
    }

    @Test("words of several values are ambiguous, with all candidates")
    func ambiguous() throws {
        let type = Catalog.SlotType(
            name: "Song",
            values: [
                .init(value: "Hello (Live)", synonyms: ["hello"], id: "1"),
                .init(value: "Hello (Studio)", synonyms: ["hello"], id: "2"),
            ])
        let found = try #require(makeMatcher("play {Song:x}", types: [type]).match("play hello").first?.parameters["x"])
        #expect(found.value == .text("Hello (Live)"))
        #expect(found.confidence == 0.5)
        #expect(found.resolution?.status == .ambiguous)
        #expect(found.resolution?.candidates?.map(\.id) == ["1", "2"])
    }

    @Test("every parameter has a confidence")
    func confidences() {
        let matcher = makeMatcher("put @what at @n:Number")
        let parameters = matcher.match("put it at five").first?.parameters
        #expect(parameters?["what"]?.confidence == 0.5)
        #expect(parameters?["what"]?.resolution == nil)
        #expect(parameters?["n"]?.confidence == 1)
        #expect(parameters?["n"]?.resolution?.status == .matched)
    }
}

extension BuiltInTypeTests {
    @Test("built-in lists give their values, with synonyms; other words are less sure")
    func builtInLists() {
        let matcher = makeMatcher("paint {AMAZON.Color:x}")
        let gray = matcher.match("paint grey").first
        #expect(gray?.parameters["x"]?.value == .text("gray"))
        #expect(gray?.parameters["x"]?.resolution?.status == .matched)
        let other = matcher.match("paint dirty").first
        #expect(other?.parameters["x"]?.resolution?.status == .unmatched)
        #expect((other?.confidence ?? 1) < (gray?.confidence ?? 0))
        #expect(parameter("AMAZON.US_CITY", "new york")?.resolution?.status == .matched)
    }

    @Test(
        "a built-in list is known wherever a slot can name it: in slots, patterns, groups and rules",
        arguments: [
            Catalog.Command(type: "X", patterns: ["paint {x}"], slots: [.init(name: "x", type: "AMAZON.Color")]),
            .init(type: "X", patterns: ["paint @x:AMAZON.Color."]),
            .init(type: "X", patterns: [], groups: [.init(patterns: ["paint {AMAZON.Color:x}"])]),
            .init(type: "X", patterns: ["paint <shade>"]),
            .init(
                type: "X", patterns: [],
                groups: [.init(patterns: ["paint <own>"], rules: ["own": "[all] @x:AMAZON.Color"])]),
        ])
    func namedAnywhere(command: Catalog.Command) {
        let catalog = Catalog(app: "app", commands: [command], rules: ["shade": "[light] @x:AMAZON.Color"])
        let color = PatternMatcher([catalog]).match("paint grey").first?.parameters["x"]
        #expect(color?.value == .text("gray"))
        #expect(color?.resolution?.status == .matched)
    }

    @Test("an app's values of a built-in list come before the shipped ones")
    func extendedList() {
        let own = Catalog.SlotType(
            name: "AMAZON.Color", values: [.init(value: "mud", id: "m"), .init(value: "Red", id: "r")])
        #expect(parameter("AMAZON.Color", "mud", types: [own])?.resolution?.id == "m")
        #expect(parameter("AMAZON.Color", "red", types: [own])?.resolution?.id == "r")
        #expect(parameter("AMAZON.Color", "blue", types: [own])?.value == .text("blue"))
    }
}
