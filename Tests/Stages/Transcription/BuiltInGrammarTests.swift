import SaybusMessages
import SaybusPhrases
import Testing

@testable import SaybusTranscription

/// Types, with values that are said and words that are none.
private let said: [(String, [String], [String])] = [
    (
        "AMAZON.DATE",
        [
            "today", "tomorrow", "yesterday", "the day after tomorrow", "monday", "next monday", "last saturday",
            "july fourth", "the fourth of july", "fourth of july twenty thirty", "december twenty fourth",
            "february twenty ninth", "the twenty first", "in three days", "two weeks from now", "a month ago",
            "a week from tomorrow", "this week", "next week", "this weekend", "this month", "july", "this year",
            "nineteen eighty four", "this decade", "the nineteen eighties", "the nineties", "this winter",
            "next summer", "this quarter", "first quarter of twenty thirty", "right now", "now",
            "on the third of may", "in december", "november twenty one",
        ],
        ["banana", "february thirtieth", "the fortieth", "april thirty first", "in three minutes", "the eighth of mar"]
    ),
    (
        "AMAZON.TIME",
        [
            "seven", "seven am", "seven p m", "seven thirty", "seven thirty pm", "seven oh five",
            "half past seven", "half past seven in the evening", "quarter to eight", "a quarter past twelve",
            "ten minutes to six pm", "five past midnight", "five o clock", "five oclock in the morning", "noon",
            "twelve at night", "ten to one", "twenty one thirty", "this morning", "the afternoon", "tonight",
            "quarter to nine in the evening", "in ten minutes", "in an hour", "two hours from now",
            "in half an hour", "in an hour and a half", "in two and a half hours", "in two hours and ten minutes",
            "three quarters of an hour from now", "in two and a half minutes",
        ],
        [
            "seven five", "thirty", "the third", "twenty six", "half past thirteen", "noon thirty", "in two days",
            "half an hour",
        ]
    ),
    (
        "AMAZON.DURATION",
        [
            "five minutes", "an hour", "half an hour", "an hour and a half", "two and a half hours", "three days",
            "one day and two hours", "a quarter of an hour", "three quarters of an hour",
            "one hour thirty minutes and ten seconds", "two weeks", "a fortnight", "six months", "ten years",
            "ninety seconds", "half a day", "four point one hours", "an hour and ten minutes",
            "three hundred and sixty five days", "two hour", "thirty second", "two and a half hour",
            "one hour thirty minute", "one hour thirty", "two minutes forty five", "two hour fifteen",
        ],
        [
            "five", "minutes", "five minutes five minutes", "an hour and", "ten minutes and an hour",
            "an hour and ninety minutes", "an hour five", "two weeks thirty", "half an hour thirty",
        ]
    ),
    (
        "AMAZON.NUMBER",
        [
            "seven", "forty two", "one hundred and five", "a hundred", "two thousand", "fifteen hundred and two",
            "twelve thousand three hundred and four", "minus five", "two thousand and six", "two and a half",
        ],
        ["third", "three point five", "five five", "two hundred and"]
    ),
    ("AMAZON.Ordinal", ["first", "twenty third", "ninetieth", "hundredth"], ["three", "twenty", "first first"]),
    (
        "AMAZON.FOUR_DIGIT_NUMBER",
        [
            "six oh four five", "oh oh four five", "sixty forty five", "six thousand and forty five",
            "double five two one", "one two three four", "nineteen eighty four",
        ],
        ["one two three", "one two three four five", "double five two", "twenty five", "six"]
    ),
    (
        "AMAZON.PhoneNumber",
        [
            "five five five double one two three", "nine one one", "nine eleven",
            "eight six seven five three oh nine", "five five five twelve thirty four", "double five five sixty",
            "ten twenty thirty",
        ],
        ["five", "fifty five", "five five and five", "five five twelve five", "one ten two twelve"]
    ),
    ("AMAZON.AlphaNumeric", ["b four dash two", "x y z", "seven"], ["dash", "b dash", "beta"]),
    ("AMAZON.DayOfWeek", ["friday", "monday"], ["tomorrow", "someday"]),
    ("AMAZON.Month", ["may", "december"], ["monday", "oct", "sept", "mar", "jun"]),
    ("AMAZON.US_STATE", ["ohio", "new york"], ["paris"]),
]

/// Built-in types in grammars.
@Suite("Built-in types in grammars")
struct BuiltInGrammarTests {
    private func grammar(_ type: String, types: [Catalog.SlotType] = []) -> Grammar {
        let command = Catalog.Command(type: "C", patterns: ["take {x}"], slots: [.init(name: "x", type: type)])
        return GrammarCompiler.compile(
            Vocabulary(catalogs: [Catalog(app: "", commands: [command], slotTypes: types)]))
    }

    private func accepts(_ grammar: Grammar, _ value: String) -> Bool {
        grammar.automaton.accepts(["take"] + Words.normalize(value).map(Words.key))
    }

    @Test("What people say for a built-in type is in its grammar, and other words are not", arguments: said)
    func isSaid(type: String, good: [String], bad: [String]) {
        let grammar = grammar(type)
        #expect(grammar.problems.isEmpty && !grammar.isOpen)
        for value in good { #expect(accepts(grammar, value), "\(value)") }
        for value in bad { #expect(!accepts(grammar, value), "\(value)") }
        #expect(grammar.automaton.arcCount < 6000)
    }

    @Test("A built-in list has its values and those of the app, and any other words unless it is complete")
    func lists() {
        let own = Catalog.SlotType(name: "AMAZON.Color", values: [.init(value: "mud"), .init(value: "red")])
        let closed = Catalog.SlotType(name: "AMAZON.Color", values: [.init(value: "mud")], isOpen: false)
        #expect(grammar("AMAZON.Color").isOpen)
        #expect(accepts(grammar("AMAZON.Color"), "navy blue"))
        let extended = grammar("AMAZON.Color", types: [closed])
        #expect(!extended.isOpen)
        for color in ["mud", "red", "grey"] { #expect(accepts(extended, color), "\(color)") }
        #expect(!accepts(extended, "horse"))
        #expect(accepts(grammar("AMAZON.Color", types: [own]), "mud"))
        // A list of which nothing is shipped takes any words.
        #expect(accepts(grammar("AMAZON.Actor"), "anybody"))
    }

    @Test(
        "Halves and quarters are in the grammars of numbers, also of those that have none",
        arguments: ["1..10", "1..300", "1..3000"])
    func fractions(range: String) {
        let command = Catalog.Command(type: "C", patterns: ["take {\(range):x}"])
        let grammar = GrammarCompiler.compile(Vocabulary(catalogs: [Catalog(app: "", commands: [command])]))
        for value in ["two and a half", "nineteen and a half", "one and three quarters", "thirty one and a quarter"] {
            #expect(accepts(grammar, value), "\(value)")
        }
        for value in ["two and", "and a half", "two and half"] { #expect(!accepts(grammar, value), "\(value)") }
    }

    @Test(
        "Negative numbers are in the grammars of numbers, also of ranges without them",
        arguments: ["1..10", "-30..99", "-200..20", "1..3000"])
    func negative(range: String) {
        let command = Catalog.Command(type: "C", patterns: ["take {\(range):x}"])
        let grammar = GrammarCompiler.compile(Vocabulary(catalogs: [Catalog(app: "", commands: [command])]))
        for value in ["minus five", "minus eighteen", "negative two and a half"] {
            #expect(accepts(grammar, value), "\(value)")
        }
        for value in ["minus", "five minus", "minus third"] { #expect(!accepts(grammar, value), "\(value)") }
        // As many digits as the numbers of the range have, and no more.
        #expect(accepts(grammar, "two thousand") == (range == "1..3000"))
        #expect(accepts(grammar, "minus two hundred") == ["-200..20", "1..3000"].contains(range))
    }

    @Test("The numbers of a range are recognized with all others that have as many digits, and no more")
    func ranges() {
        func grammar(_ pattern: String) -> Grammar {
            GrammarCompiler.compile(
                Vocabulary(catalogs: [Catalog(app: "", commands: [.init(type: "C", patterns: [pattern])])]))
        }
        let small = grammar("take {1..10:x}")
        for value in ["one", "ten", "fifty", "a hundred"] { #expect(accepts(small, value), "\(value)") }
        for value in ["third", "two hundred", "one point five"] { #expect(!accepts(small, value), "\(value)") }
        #expect(accepts(grammar("take {1..300:x}"), "two hundred and five"))
        #expect(!accepts(grammar("take {1..300:x}"), "two thousand"))
        #expect(accepts(grammar("take {1..3000:x}"), "two thousand"))
    }

    @Test("The decimals of a fractional step are in the grammar, and none of a whole one")
    func steps() {
        func type(_ step: Double) -> Catalog.SlotType {
            Catalog.SlotType(name: "Level", values: [], range: .init(from: 0, to: 10, step: step))
        }
        for value in ["five", "three point five", "zero point two five"] {
            #expect(accepts(grammar("Level", types: [type(0.25)]), value), "\(value)")
        }
        #expect(!accepts(grammar("Level", types: [type(5)]), "three point five"))
    }

    @Test("Commands with the same type share its part of the grammar")
    func shared() {
        func arcs(_ patterns: [String]) -> Int {
            let command = Catalog.Command(
                type: "C", patterns: patterns, slots: [.init(name: "d", type: "AMAZON.DATE")])
            return GrammarCompiler.compile(Vocabulary(catalogs: [Catalog(app: "", commands: [command])])).automaton
                .arcCount
        }
        #expect(arcs(["take {d}", "please take {d}", "give me {d}"]) <= arcs(["take {d}"]) + 6)
    }
}
