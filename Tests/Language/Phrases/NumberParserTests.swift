import SaybusPhrases
import SaybusSupport
import SaybusTesting
import Testing

@Suite struct NumberParserTests {
    private let parser = NumberParser()

    @Test(
        "a spoken number is read with its value",
        arguments: [
            ("zero", 0), ("seven", 7), ("thirteen", 13), ("twenty", 20), ("twenty-one", 21), ("ninety nine", 99),
            ("a hundred", 100), ("one hundred and five", 105), ("a hundred and five", 105), ("two hundred fifty", 250),
            ("fifteen hundred", 1500), ("twenty five hundred", 2500), ("a thousand", 1000),
            ("two thousand and one", 2001),
            ("three hundred twelve thousand four hundred and six", 312_406), ("a million", 1e6),
            ("two million three hundred thousand", 2_300_000), ("one billion two million and four", 1_002_000_004),
            ("two point five million", 2_500_000), ("three point five", 3.5), ("three point one four", 3.14),
            ("point five", 0.5), ("zero point oh five", 0.05), ("twenty one point two", 21.2),
            ("a hundred and one point five", 101.5), ("one and a half", 1.5), ("two and three quarters", 2.75),
            ("two and a half million", 2_500_000), ("half", 0.5), ("a half", 0.5), ("a quarter", 0.25),
            ("three quarters", 0.75), ("two thirds", 0.666666667), ("one third", 0.333333333), ("a third", 0.333333333),
            ("two and a third", 2.333333333), ("three-fifths", 0.6), ("three fourths", 0.75), ("three tenths", 0.3),
            ("a hundredth", 0.01), ("two hundred and third", 203), ("a hundred and third", 103),
            ("half a million", 500_000), ("third", 3), ("3rd", 3), ("21st", 21),
            ("twenty first", 21), ("hundredth", 100), ("two hundred and fifth", 205), ("one thousandth", 1000),
            ("thirtieth", 30), ("42", 42), ("1,000", 1000), ("1,5", 1.5), ("21,5", 21.5),
            ("1,234,567.5", 1_234_567.5), ("3.5", 3.5), ("-5", -5),
            ("oh five", 5), ("double five", 55), ("double oh seven", 7), ("one two three", 123), ("5 5 double 1", 5511),
            ("two thousand and five point five", 2005.5),
            ("two thousand point one", 2000.1), ("minus five", -5), ("minus twenty point five", -20.5),
            ("negative 3", -3), ("minus zero", 0),
            ("2 hundred", 200), ("2 hundred and 5", 205), ("3.5 million", 3_500_000), ("Forty-Two!", 42),
            ("1/2", 0.5), ("3/4", 0.75), ("2 3/4 million", 2_750_000), ("1½", 1.5), (".5", 0.5), ("\u{2013}18", -18),
            ("- 18", -18), ("- 1 1/2", -1.5), ("-18 and a half", -18.5), ("-2 thousand five hundred", -2500),
            ("-0 point 5", -0.5),
            ("-2 dozen", -24), ("-0", 0), ("half a dozen", 6), ("a half dozen", 6), ("half dozen", 6), ("a dozen", 12),
        ] as [(String, Double)])
    func values(text: String, value: Double) {
        #expect(parser.parseAll(text) == value, "\(text)")
    }

    @Test(
        "words that are not a number have no value",
        arguments: [
            "", "a", "and", "point", "minus", "oh", "hundred and", "five and", "and five", "ten five", "five ten",
            "two and", "one hundred a thousand", "thousand million", "twenty zero", "minus third", "minus -5",
            "three point",
            "double", "double twenty", "two third", "thirds", "five and third", "third a million", "third dozen",
            "half five", "apple", "1.2.3", "3pm", "5ive", "rd", "-", "third five",
            "1234567890123456", "one two three four five six seven eight nine one two three four five six seven",
            "a hundred and", "one and and a half", "hundred", "two zero thousand", "five million and zero",
            "ten thirty", "twenty twenty", "ten fifteen", "nineteen oh four", "1-2", "5 - 10", "24/7", "3/0", "-3rd",
            "-1 2", "twenty - 5",
        ])
    func none(text: String) {
        #expect(parser.parseAll(text) == nil, "\(text)")
    }

    @Test(
        "two pairs of digits are one number where years are taken, and only there",
        arguments: [
            ("nineteen eighty four", 1984), ("nineteen oh four", 1904), ("twenty twenty", 2020), ("ten five", nil),
            ("forty two", 42),
        ] as [(String, Double?)])
    func years(text: String, value: Double?) {
        #expect(NumberParser(takesYears: true).parseAll(text) == value, "\(text)")
    }

    @Test(
        "the longest number at the beginning is read",
        arguments: [
            ("twenty five dollars", 25, 2), ("two hundred and then", 200, 2), ("five and a dog", 5, 1),
            ("three point taken", 3, 1), ("one a day", 1, 1), ("ten five", 10, 1), ("second hand", 2, 1),
            ("2 hundred 5 apples", 205, 3),
        ] as [(String, Double, Int)])
    func prefix(text: String, value: Double, count: Int) throws {
        let reading = try #require(parser.parse(Words.tokenize(text)[...]))
        #expect(reading == (value, count))
    }

    @Test("all numbers at the beginning are found, longest first")
    func prefixes() {
        let readings = parser.prefixes(of: Words.tokenize("two hundred five cats")[...])
        #expect(readings.map(\.value) == [205, 200, 2])
        #expect(readings.map(\.count) == [3, 2, 1])
        #expect(parser.prefixes(of: Words.tokenize("cats")[...]).isEmpty)
    }

    @Test("integers in words are read with their value")
    func everyInteger() {
        for number in 0...9999 {
            #expect(parser.parseAll(Self.spoken(number)) == Double(number), "\(Self.spoken(number))")
        }
    }

    @Test("any mixture of number words is read or refused without a crash")
    func mixtures() {
        var generator = SplitMix(seed: 7)
        let words = NumberVocabulary.english.words.sorted() + ["3", "-5", "3.5", "4th", "999999999999999", "cat"]
        for _ in 0..<5000 {
            let text = (0..<Int.random(in: 1...12, using: &generator))
                .map { _ in words[Int.random(in: words.indices, using: &generator)] }.joined(separator: " ")
            let tokens = Words.tokenize(text)
            if let (value, count) = parser.parse(tokens[...]) {
                #expect(value.isFinite)
                #expect(1...tokens.count ~= count)
                #expect(parser.parseAll(tokens[..<count]) == value, "\(text)")
            }
        }
    }

    @Test(
        "groups of three digits with spaces or apostrophes between them are one number",
        arguments: [
            ("1 000", 1000), ("12 345 678", 12_345_678), ("1'500", 1500), ("1\u{2019}500", 1500),
            ("1\u{A0}500", 1500), ("1\u{202F}500,5", 1500.5), ("-2 000", -2000), ("2 500 thousand", 2_500_000),
            ("12.345,50", 12_345.5), ("1 00", nil), ("0 500", nil), ("1234 567", nil), ("1 0000", nil),
            ("1.5 000", nil),
        ] as [(String, Double?)])
    func groups(text: String, value: Double?) {
        #expect(parser.parseAll(text) == value)
    }

    @Test(
        "a language with a decimal comma has points between thousands",
        arguments: [
            ("1.500", 1500), ("1.000.000", 1_000_000), ("2,50", 2.5), ("12.345,50", 12_345.5), ("1 500,25", 1500.25),
            ("3.5", 3.5),
        ] as [(String, Double)])
    func decimalComma(text: String, value: Double) {
        var german = NumberVocabulary.english
        german.decimalSign = ","
        #expect(NumberParser(german).parseAll(text) == value)
    }

    @Test("numbers of another language are read with its vocabulary")
    func otherLanguage() {
        var french = NumberVocabulary.english
        french.units = ["deux": 2, "trois": 3]
        french.hundreds = ["cent", "cents"]
        #expect(NumberParser(french).parseAll("deux cent trois") == 203)
        #expect(NumberParser(french).parseAll("two hundred") == nil)
    }

    static func spoken(_ number: Int) -> String {
        let units = [
            "zero", "one", "two", "three", "four", "five", "six", "seven", "eight", "nine", "ten", "eleven", "twelve",
            "thirteen", "fourteen", "fifteen", "sixteen", "seventeen", "eighteen", "nineteen",
        ]
        let tens = ["", "", "twenty", "thirty", "forty", "fifty", "sixty", "seventy", "eighty", "ninety"]
        switch number {
        case ..<20: return units[number]
        case ..<100: return tens[number / 10] + (number % 10 == 0 ? "" : " \(units[number % 10])")
        case ..<1000:
            return "\(units[number / 100]) hundred" + (number % 100 == 0 ? "" : " and \(spoken(number % 100))")
        default:
            return "\(spoken(number / 1000)) thousand" + (number % 1000 == 0 ? "" : " \(spoken(number % 1000))")
        }
    }
}
