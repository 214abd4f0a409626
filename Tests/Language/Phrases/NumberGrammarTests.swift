import SaybusPhrases
import SaybusSupport
import SaybusTesting
import Testing

@Suite struct NumberGrammarTests {
    private let grammar = NumberGrammar(.english)

    @Test("the grammar accepts every integer up to 9999, and the parser reads it")
    func integers() {
        for number in 0...9999 {
            #expect(grammar.accepts(NumberParserTests.spoken(number).split(separator: " ").map(String.init)))
        }
    }

    @Test(
        "the grammar accepts ordinals, decimals, fractions, negative numbers and hundreds above ten",
        arguments: [
            "first", "twelfth", "twentieth", "twenty first", "twenty ninth", "thirtieth", "thirty first",
            "fifteen hundred and two", "a hundred", "a thousand and five", "three point five",
            "one hundred point one four",
            "zero point oh five", "two and a half", "twenty one and a quarter", "one and three quarters",
            "minus five", "negative one hundred and two", "minus five and a half",
        ])
    func others(text: String) {
        #expect(grammar.accepts(Words.normalize(text)))
        #expect(NumberParser().parseAll(text) != nil)
    }

    @Test(
        "the grammar accepts numbers of one word, numbers that are no sum, and hundreds and thousands that stand alone")
    func otherLanguages() {
        var (german, french) = (NumberVocabulary.english, NumberVocabulary.english)
        german.units = ["eins": 1, "drei": 3, "einundzwanzig": 21]
        (german.tens, german.hundreds, german.standingAlone) = (["zwanzig": 20], ["hundert"], ["hundert"])
        (french.units, french.tens) = (["deux": 2, "dix": 10], ["vingt": 20, "soixante": 60])
        french.compounds = ["vingt et un": 21, "soixante dix": 70, "quatre vingt": 80, "quatre vingt deux": 82]
        (french.hundreds, french.scales, french.standingAlone) = (["cent"], ["mille": 1000], ["cent", "mille"])
        let spoken: [(NumberVocabulary, [String: Double])] = [
            (german, ["einundzwanzig": 21, "hundert": 100, "minus hundert": -100, "drei hundert einundzwanzig": 321]),
            (
                french,
                [
                    "vingt et un": 21, "quatre vingt": 80, "quatre vingt deux": 82, "cent soixante dix": 170,
                    "mille": 1000, "mille cent vingt et un": 1121, "deux mille quatre vingt": 2080,
                    "soixante deux": 62,
                ]
            ),
        ]
        for (vocabulary, texts) in spoken {
            let grammar = NumberGrammar(vocabulary)
            for (text, value) in texts {
                #expect(grammar.accepts(text.split(separator: " ").map(String.init)), "\(text)")
                #expect(NumberParser(vocabulary).parseAll(text) == value, "\(text)")
            }
            #expect(Set(grammar.transitions).count == grammar.transitions.count)
            #expect(grammar.transitions.allSatisfy { $0.to < grammar.stateCount })
        }
        #expect(!NumberGrammar(french).accepts(["quatre"]))
    }

    @Test(
        "the grammar refuses other words",
        arguments: [
            "", "a", "and", "hundred", "twenty ten", "thirty second", "fortieth", "two hundred and", "point five",
            "three point", "one two", "two thousand thousand", "first first", "minus third", "ten thousand",
            "five and", "two and half", "two and three halves", "two and a halves", "half", "minus",
        ])
    func refused(text: String) {
        #expect(!grammar.accepts(Words.normalize(text)))
    }

    @Test("every random path through the grammar is a number to the parser")
    func walks() {
        var generator = SplitMix(seed: 3)
        let parser = NumberParser()
        for _ in 0..<3000 {
            var state = grammar.start
            var words: [String] = []
            while words.count < 12 {
                if grammar.finals.contains(state), Bool.random(using: &generator) { break }
                guard let next = grammar.transitions.filter({ $0.from == state }).randomElement(using: &generator)
                else { break }
                words.append(next.word)
                state = next.to
            }
            guard grammar.finals.contains(state) else { continue }
            #expect(parser.parseAll(words.joined(separator: " ")) != nil, "\(words.joined(separator: " "))")
        }
    }

    @Test("the grammar is small, without dead ends, and never returns to its start")
    func shape() {
        #expect(grammar.transitions.count < 260)
        #expect(Set(grammar.transitions).count == grammar.transitions.count)
        #expect(grammar.transitions.allSatisfy { $0.to != grammar.start && 0..<grammar.stateCount ~= $0.to })
        let leading = Set(grammar.transitions.map(\.from)).union(grammar.finals)
        #expect(grammar.transitions.allSatisfy { leading.contains($0.to) })
    }
}
