import SaybusMessages
import SaybusPhrases

/// A reader of slot values, except those of lists and open slots. Its tables are shared by all utterances.
final class SlotReader: Sendable {
    /// A value at the beginning of some words.
    struct Reading: Sendable {
        /// The number of words.
        var count: Int
        var value: Parameter.Value
        /// Whether the value meets the type's conditions; otherwise it is the words as spoken.
        var isMatched = true
    }

    let language: Language
    let orthography: Orthography
    private let numbers: NumberParser
    /// Reads the numbers of types that only have numbers of four digits and more, such as years.
    private let years: NumberParser
    private let times: TimeParser
    private let digits: DigitReader
    /// The words with which a number or a date may begin, for a quick check that excludes most words.
    private let starts: Set<String>

    init(language: Language) {
        let language = language.withKeys
        self.language = language
        orthography = language.orthography
        numbers = NumberParser(language.numbers)
        years = NumberParser(language.numbers, takesYears: true)
        times = TimeParser(language.times, numbers: language.numbers)
        digits = DigitReader(language: language)
        starts = language.numbers.words.union(language.times.firstWords).union(language.soundAlikes.keys)
            .union(language.numbers.plusSigns ?? [])
    }

    /// Returns the values of a kind that begin at a token, longest first, one for each number of words. Where
    /// ``mayBegin(_:)`` is false, there are none.
    func readings(_ kind: SlotKind, _ tokens: ArraySlice<Token>, today: CivilDate) -> [Reading] {
        guard !tokens.isEmpty else { return [] }
        switch kind {
        case .open, .list: return []
        case .number(let range):
            return parser(for: range).prefixes(of: tokens).compactMap { number in
                guard let range else { return Reading(count: number.count, value: .number(number.value)) }
                return range.value(of: number.value).map { Reading(count: number.count, value: .number($0)) }
            }
        case .integer(let range):
            return wholeNumbers(tokens, parser(for: range)).map { number in
                let isMatched = range.map { $0.value(of: number.value) != nil } ?? true
                return Reading(count: number.count, value: .number(number.value), isMatched: isMatched)
            }
        case .wholeNumber:
            return numbersAndYears(tokens).map { Reading(count: $0.count, value: .number($0.value)) }
        case .ordinal:
            return numbers.prefixes(of: tokens).compactMap { number in
                let last = tokens[tokens.startIndex + number.count - 1].key
                guard number.value.rounded() == number.value, numbers.isOrdinal(last) || isPointed(last) else {
                    return nil
                }
                return Reading(count: number.count, value: .number(number.value))
            }
        case .digits(let count):
            return digits.prefixes(of: keys(tokens)).map { row in
                Reading(
                    count: row.count, value: .text(row.digits), isMatched: count.map { row.digits.count == $0 } ?? true)
            }
        case .fourDigits:
            let rows = digits.prefixes(of: keys(tokens), limit: 5).filter { $0.digits.count == 4 }
            let counts = Set(rows.map(\.count))
            let wholes = years.prefixes(of: tokens).compactMap { number -> Reading? in
                guard 1000...9999 ~= number.value, number.value.rounded() == number.value,
                    !counts.contains(number.count)
                else { return nil }
                return Reading(count: number.count, value: .text("\(Int(number.value))"))
            }
            return (rows.map { Reading(count: $0.count, value: .text($0.digits)) } + wholes).sorted {
                $0.count > $1.count
            }
        case .phoneNumber:
            return phoneNumbers(tokens)
        case .alphanumeric:
            return digits.codes(of: tokens.prefix(Self.maximumWordsOfDigits)).map {
                Reading(count: $0.count, value: .text($0.digits))
            }
        case .time(let kind):
            // "1,000" is no year.
            let tokens = kind == .duration ? tokens : tokens.prefix { !$0.isGrouped }
            return times.prefixes(kind, of: tokens.prefix(40).numberKeys[...], today: today).map {
                Reading(count: $0.count, value: .text($0.value))
            }
        }
    }

    /// Returns whether a word is the year of the day before it, and no time of day: the 2026 of `december 24 2026`.
    func isYear(at position: Int, of tokens: [Token]) -> Bool {
        language.isYear(at: position) { tokens.indices.contains($0) ? tokens[$0].key : nil }
    }

    /// Whether a word is an ordinal in digits, in a language that writes a full stop behind them: `3.` is "dritte". The
    /// full stop is no part of the word.
    private func isPointed(_ key: String) -> Bool {
        language.numbers.ordinalSuffixes.contains(".") && key.utf8.allSatisfy { 0x30...0x39 ~= $0 }
    }

    /// Returns whether a value, other than one of letters and digits, may begin with a word: a quick check.
    func mayBegin(_ key: String) -> Bool {
        if starts.contains(key) || key.utf8.contains(where: { 0x30...0x39 ~= $0 }) { return true }
        guard language.numbers.joinsWords == true else { return false }
        return language.numbers.parts(of: key) != nil || language.times.partAndUnit(of: key) != nil
    }

    /// Returns the telephone numbers with which tokens begin, with the plus sign that is written or said before them.
    private func phoneNumbers(_ tokens: ArraySlice<Token>) -> [Reading] {
        guard let first = tokens.first else { return [] }
        let isSaid = language.numbers.plusSigns?.contains(first.key) == true
        let plus = isSaid || first.hasPlus ? "+" : ""
        let skipped = isSaid ? 1 : 0
        let number = Array(tokens.dropFirst(skipped).prefix(Self.maximumWordsOfDigits))
        // The zero of "+49 (0)30" is dialled within the country only.
        let isInternational = !plus.isEmpty || number.first?.key.hasPrefix("00") == true
        let zero = isInternational ? number.firstIndex { $0.isEnclosed && $0.key == "0" } : nil
        var keys = number.map(Self.withoutPoints)
        if let zero { keys.remove(at: zero) }
        return digits.prefixes(of: keys[...], takesHundreds: true).filter { $0.digits.count >= 3 }.map { row in
            let isBehindZero = zero.map { row.count > $0 } ?? false
            return Reading(count: row.count + skipped + (isBehindZero ? 1 : 0), value: .text(plus + row.digits))
        }
    }

    /// Returns a word of a telephone number without the points between its digits: `555.123.4567`.
    private static func withoutPoints(_ token: Token) -> String {
        let key = token.key
        // The text of ".5" is not what was written.
        guard key.utf8.contains(UInt8(ascii: ".")), key.utf8.count + (token.hasPlus ? 1 : 0) == token.range.count,
            key.utf8.allSatisfy({ 0x30...0x39 ~= $0 || $0 == UInt8(ascii: ".") })
        else { return key }
        return key.filter { $0 != "." }
    }

    /// The most words of digits that are read.
    private static let maximumWordsOfDigits = 40

    /// Returns the whole numbers with which tokens begin; none before a fraction, of which they would be a part: "three
    /// point five" is not three.
    private func wholeNumbers(_ tokens: ArraySlice<Token>, _ parser: NumberParser) -> [(value: Double, count: Int)] {
        let all = parser.prefixes(of: tokens)
        return all.contains { $0.value.rounded() != $0.value } ? [] : all
    }

    /// Returns the whole numbers with which tokens begin. Two pairs of digits are one as in years only: "nineteen
    /// eighty four", unlike "ten thirty".
    private func numbersAndYears(_ tokens: ArraySlice<Token>) -> [(value: Double, count: Int)] {
        let whole = wholeNumbers(tokens, numbers)
        let counts = Set(whole.map(\.count))
        let pairs = wholeNumbers(tokens, years).filter {
            !counts.contains($0.count) && Self.yearsInPairs.contains($0.value)
        }
        return (pairs + whole).sorted { $0.count > $1.count }
    }

    /// The numbers that are said as two pairs of digits wherever a whole number may stand.
    private static let yearsInPairs = 1300.0..<2100

    /// Returns the parser for the numbers of a range. `Ten thirty` is 1030 only where no smaller number is possible.
    private func parser(for range: NumberRange?) -> NumberParser {
        range.map { $0.lowerBound >= NumberParser.minimumYear } == true ? years : numbers
    }

    private func keys(_ tokens: ArraySlice<Token>) -> ArraySlice<String> {
        tokens.prefix(Self.maximumWordsOfDigits).map(\.key)[...]
    }
}
