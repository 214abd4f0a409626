import SaybusSupport
import SaybusTesting
import Testing

@testable import SaybusPhrases

/// The ways to say the values of built-in types, which grammars are made from.
@Suite struct BuiltInTypeExpressionTests {
    /// A Tuesday in a leap year, so that a leap day is near.
    private let today = CivilDate(year: 2028, month: 1, day: 4) ?? .today

    @Test(
        "whatever is sampled from the ways to say a date, a time or a duration, is read",
        arguments: TimeParser.Kind.allCases)
    func times(kind: TimeParser.Kind) {
        let parser = TimeParser(.english, numbers: .english)
        sample(.time(kind)) { parser.parseAll(kind, $0, today: today) != nil }
    }

    @Test("a date may be said with its relation behind it where the language has such relations")
    func relationsAfter() {
        var language = Language.english
        (language.times.weekdays, language.times.units) = (["martes": 2], ["mes": "month"])
        (language.times.months, language.times.seasons) = ([:], [:])
        language.times.relationsAfter = ["que viene": 1, "pasado": -1]
        var generator = SplitMix(seed: 7)
        let expression = BuiltInType.time(.date).expression(in: language)
        let texts = (0..<3000).compactMap { _ in expression.sample(using: &generator)?.joined(separator: " ") }
        #expect(texts.contains { $0.hasSuffix("martes que viene") })
        #expect(texts.contains { $0.hasSuffix("mes pasado") })
    }

    @Test("numbers of one word, numbers that are no sum, and hundreds alone are said as people say them, and are read")
    func numbersOfOtherLanguages() {
        var (german, french) = (Language.english, Language.english)
        german.numbers.units = ["null": 0, "eins": 1, "drei": 3, "elf": 11, "einundzwanzig": 21]
        (german.numbers.tens, german.numbers.hundreds) = (["zwanzig": 20], ["hundert"])
        german.numbers.standingAlone = ["hundert"]
        french.numbers.units = ["zéro": 0, "deux": 2, "trois": 3, "dix": 10, "onze": 11]
        french.numbers.tens = ["vingt": 20, "soixante": 60]
        french.numbers.compounds = ["dix sept": 17, "vingt et un": 21, "soixante dix": 70, "quatre vingt": 80]
        (french.numbers.hundreds, french.numbers.scales) = (["cent"], ["mille": 1000])
        french.numbers.standingAlone = ["cent", "mille"]
        let first = NumberExpressions(vocabulary: german.numbers)
        #expect(first.cardinals(21...23) == .phrases(["einundzwanzig", "zwanzig drei"]))
        let second = NumberExpressions(vocabulary: french.numbers)
        #expect(
            second.cardinals(17...23) == .phrases(["dix sept", "vingt", "vingt et un", "vingt deux", "vingt trois"]))
        #expect(second.cardinals(70...80) == .phrases(["soixante dix", "quatre vingt"]))
        for language in [german, french] {
            let parser = NumberParser(language.numbers)
            for type in [BuiltInType.wholeNumber, .number(digits: 2, hasDecimals: false)] {
                sample(type, in: language) { parser.parseAll($0) != nil }
            }
        }
        let alone = BuiltInType.number(digits: 3, hasDecimals: false).expression(in: french)
        var generator = SplitMix(seed: 7)
        let texts = (0..<3000).compactMap { _ in alone.sample(using: &generator)?.joined(separator: " ") }
        #expect(texts.contains { $0.hasPrefix("cent ") })
    }

    @Test("a time may be said with words between, before and behind the hour, and a date with its day first")
    func hourWords() {
        var other = Language.english
        (other.times.oclock, other.times.hourWords) = (["uhr"], ["uhr"])
        (other.times.beforeHour, other.times.afterHour) = (["halb": 30], ["et demie": 30])
        other.times.dayFirst = true
        let language = other
        let parser = TimeParser(language.times, numbers: language.numbers)
        for kind in [TimeParser.Kind.time, .date] {
            sample(.time(kind), in: language) { parser.parseAll(kind, $0, today: today) != nil }
        }
        var generator = SplitMix(seed: 7)
        let times = BuiltInType.time(.time).expression(in: language)
        let clocks = (0..<3000).compactMap { _ in times.sample(using: &generator)?.joined(separator: " ") }
        #expect(clocks.contains { $0.contains(" uhr twenty") } && clocks.contains { $0.hasPrefix("halb ") })
        #expect(clocks.contains { $0.contains(" et demie") })
        let dates = BuiltInType.time(.date).expression(in: language)
        let days = (0..<3000).compactMap { _ in
            dates.sample(using: &generator)?.drop { language.times.links.contains($0) }
        }
        let cardinalFirst = days.filter { words in
            guard let first = words.first, language.numbers.units[first] != nil else { return false }
            return words.contains { language.times.months[$0] != nil }
        }
        #expect(!cardinalFirst.isEmpty)
    }

    @Test("a time may be said by how far it is from now")
    func timesFromNow() {
        var generator = SplitMix(seed: 7)
        let expression = BuiltInType.time(.time).expression(in: .english)
        let texts = (0..<3000).compactMap { _ in expression.sample(using: &generator)?.joined(separator: " ") }
        #expect(texts.contains { $0.hasPrefix("in ") && $0.hasSuffix(" minutes") })
        #expect(texts.contains { $0.hasSuffix(" hours from now") })
    }

    @Test(
        "whatever is sampled from the ways to say a number, is read",
        arguments: [
            .wholeNumber, .ordinal, .number(digits: 2, hasDecimals: true), .number(digits: 3, hasDecimals: false),
        ] as [BuiltInType])
    func numbers(type: BuiltInType) {
        let parser = NumberParser(.english)
        sample(type) { text in
            guard let value = parser.parseAll(text) else { return false }
            return type == .number(digits: 2, hasDecimals: true) || (value * 4).rounded() == value * 4
        }
    }

    @Test("the numbers of a range whose step or first number has decimals are said with decimals")
    func decimalRanges() throws {
        for (from, step) in [(0, 0.5), (0.5, 1)] as [(Double, Double)] {
            let range = try #require(NumberRange(from, 10, step: step))
            #expect(BuiltInType(numbersLike: range) == .number(digits: 2, hasDecimals: true))
        }
        let whole = try #require(NumberRange(0, 10, step: 5))
        #expect(BuiltInType(numbersLike: whole) == .number(digits: 2, hasDecimals: false))
    }

    @Test("lists have values, without doubles, and states of the USA have no others")
    func lists() throws {
        let lists = BuiltInLists(.english)
        #expect(lists["AMAZON.Color"]?.values.first?.text == "red", "the first list")
        #expect(lists["AMAZON.SocialMediaPlatform"]?.values.last?.text == "signal", "the last list")
        for type in lists.types {
            let list = try #require(lists[type])
            #expect(list.values.count >= 7, "\(type)")
            #expect(Set(list.values.map(\.text)).count == list.values.count, "\(type)")
            for value in list.values {
                for text in [value.text] + value.synonyms {
                    #expect(Words.normalize(text).joined(separator: " ") == text, "\(type)")
                }
            }
        }
        #expect(lists["AMAZON.US_STATE"]?.isComplete == true)
        #expect(lists["AMAZON.Color"]?.isComplete == false)
        #expect(lists["AMAZON.DayOfWeek"]?.values.count == 7)
        #expect(lists["AMAZON.US_FIRST_NAME"]?.values.first?.text == "james")
    }

    @Test("a language without shipped lists has those of its calendar")
    func otherLanguage() {
        var language = Language.english
        language.numbers.language = "de"
        language.times.weekdays = ["montag": 1]
        let lists = BuiltInLists(language)
        #expect(lists["AMAZON.Color"] == nil)
        #expect(lists["AMAZON.DayOfWeek"]?.values.map(\.text) == ["montag"])
    }

    private func sample(_ type: BuiltInType, in language: Language = .english, isRead: (String) -> Bool) {
        var generator = SplitMix(seed: 5)
        let expression = type.expression(in: language)
        for _ in 0..<3000 {
            guard let text = expression.sample(using: &generator)?.joined(separator: " ") else {
                Issue.record("a part of the type has no words")
                return
            }
            #expect(isRead(text), "\(text)")
        }
    }
}
