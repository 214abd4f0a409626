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

    @Test("lists have values, without doubles, and states of the USA have no others")
    func lists() throws {
        let lists = BuiltInLists(.english)
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

    private func sample(_ type: BuiltInType, isRead: (String) -> Bool) {
        var generator = SplitMix(seed: 5)
        let expression = type.expression(in: .english)
        for _ in 0..<3000 {
            guard let text = expression.sample(using: &generator)?.joined(separator: " ") else {
                Issue.record("a part of the type has no words")
                return
            }
            #expect(isRead(text), "\(text)")
        }
    }
}
