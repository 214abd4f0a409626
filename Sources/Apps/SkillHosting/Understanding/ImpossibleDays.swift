import SaybusMessages
import SaybusPhrases

/// A filter of dates that are a part of a day that its month does not have: the "november thirty" of "november thirty
/// first". A part of a counted day is none either: the "second" of "the second monday in december".
struct ImpossibleDays: Sendable {
    private let counted: CountedDays
    private let parser: NumberParser
    private let months: Set<String>
    /// Words that may stand between a day and its month: `of`, `the`.
    private let links: Set<String>

    init(_ language: Language = .inUse) {
        (counted, parser) = (CountedDays(language), NumberParser(language.numbers))
        (months, links) = (Set(language.times.months.keys), language.times.links)
    }

    /// Returns dates without those that are a part of a day that its month does not have, or of a counted day:
    /// "november thirty first", "the second monday in december".
    func removed(from values: [SlotValueFinder.Value], of tokens: [Token], _ type: String)
        -> [SlotValueFinder.Value]
    {
        guard type == "AMAZON.DATE", !values.isEmpty else { return values }
        let keys = WordKeys(tokens)
        func hasMonth(_ range: Range<Int>, besides month: Int) -> Bool {
            range.contains { $0 != month && keys[$0].map(months.contains) ?? false }
        }
        var impossible = counted.ranges(in: tokens).filter { day in
            !values.contains { $0.range.lowerBound <= day.lowerBound && day.upperBound <= $0.range.upperBound }
        }
        for month in tokens.indices where months.contains(tokens[month].key) {
            let days = [self.day(after: month, tokens, keys), self.day(before: month, tokens, keys)]
            for day in days.compactMap(\.self) {
                let whole = min(day.lowerBound, month)..<max(day.upperBound, month + 1)
                let isKnown = values.contains { value in
                    if value.range.lowerBound <= whole.lowerBound, whole.upperBound <= value.range.upperBound {
                        return true
                    }
                    // The month may have another day, and the day another month: "fifth of november seven pm".
                    return value.range.contains(month) && Self.isDay(value)
                        || value.range.overlaps(day) && hasMonth(value.range, besides: month)
                }
                if !isKnown { impossible.append(whole) }
            }
        }
        return values.filter { value in
            !impossible.contains { day in
                let year = value.range.lowerBound
                // The year behind it is no date of its own.
                let isBehind = year >= day.upperBound && (day.upperBound..<year).allSatisfy { isLink(keys[$0]) }
                return day.overlaps(value.range) || isBehind && "\(value.parameter.value)".utf8.count == 4
            }
        }
    }

    /// Whether a date is a single day: `2026-11-05`.
    private static func isDay(_ date: SlotValueFinder.Value) -> Bool { "\(date.parameter.value)".utf8.count == 10 }

    /// Returns the day of the month that follows a month: an ordinal, or a small number directly behind it.
    private func day(after month: Int, _ tokens: [Token], _ keys: WordKeys) -> Range<Int>? {
        var start = month + 1
        while isLink(keys[start]) { start += 1 }
        guard start < tokens.count, let (value, count) = parser.parse(tokens[start...]) else { return nil }
        let isDay = parser.isOrdinal(tokens[start + count - 1].key) || start == month + 1 && 1...31 ~= value
        return isDay ? start..<start + count : nil
    }

    /// Returns the day of the month that precedes a month.
    private func day(before month: Int, _ tokens: [Token], _ keys: WordKeys) -> Range<Int>? {
        var end = month
        while isLink(keys[end - 1]) { end -= 1 }
        for start in max(0, end - 3)..<end {
            guard let value = parser.parseAll(tokens[start..<end]) else { continue }
            let isDay = parser.isOrdinal(tokens[end - 1].key) || end == month && 1...31 ~= value
            return isDay ? start..<end : nil
        }
        return nil
    }

    private func isLink(_ key: String?) -> Bool { key.map(links.contains) ?? false }
}
