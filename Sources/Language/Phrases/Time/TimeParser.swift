/// A parser of spoken dates, times of day and durations.
public struct TimeParser: Sendable {
    /// The most words of a value.
    public static let maximumWords = 16

    /// The kind of value to read.
    public enum Kind: Sendable, Hashable, CaseIterable {
        /// `YYYY-MM-DD`, or a week, weekend, month, year, decade, season or quarter in Alexa's notation.
        case date
        /// `HH:mm`, or `MO`, `AF`, `EV`, `NI` for a part of the day. A time that is relative to now may have seconds:
        /// `HH:mm:ss`.
        case time
        /// An ISO 8601 duration, such as `PT5M`.
        case duration
    }

    private let vocabulary: TimeVocabulary
    private let numbers: NumberVocabulary

    /// Creates a parser of a language's words.
    public init(_ vocabulary: TimeVocabulary = Language.inUse.times, numbers: NumberVocabulary = Language.inUse.numbers)
    {
        (self.vocabulary, self.numbers) = (vocabulary.withKeys, numbers.withKeys)
    }

    /// Returns the values with which the words begin, longest first, one for each number of words.
    /// - Parameters:
    ///   - kind: The kind of the values.
    ///   - keys: The words.
    ///   - today: The day to which `tomorrow` is relative.
    ///   - now: The seconds since midnight to which `in ten minutes` is relative; nil means those of the clock.
    public func prefixes(
        _ kind: Kind, of keys: ArraySlice<String>, today: CivilDate, now: Int? = nil
    ) -> [(value: String, count: Int)] {
        let reader = TimeReader(
            words: Array(keys.prefix(Self.maximumWords)), vocabulary: vocabulary, numbers: numbers, today: today,
            now: now)
        guard !reader.words.isEmpty else { return [] }
        let readings =
            switch kind {
            case .date: reader.dates(0)
            case .time: reader.times(0)
            case .duration: reader.durations(0)
            }
        var best: [Int: String] = [:]
        for (value, end) in readings where best[end] == nil { best[end] = value }
        return best.sorted { $0.key > $1.key }.map { ($0.value, $0.key) }
    }

    /// Returns the value that all words of a text form; nil when they form none.
    /// - Parameters:
    ///   - kind: The kind of the value.
    ///   - text: The text.
    ///   - today: The day to which `tomorrow` is relative.
    ///   - now: The seconds since midnight to which `in ten minutes` is relative; nil means those of the clock.
    public func parseAll(_ kind: Kind, _ text: String, today: CivilDate, now: Int? = nil) -> String? {
        let tokens = tokens(text)
        guard kind == .duration || !tokens.contains(where: \.isGrouped) else { return nil }
        return prefixes(kind, of: tokens.numberKeys[...], today: today, now: now).first { $0.count == tokens.count }?
            .value
    }

    private func tokens(_ text: String) -> [Token] {
        Words.tokenize(text, limit: Self.maximumWords + 1, orthography: numbers.orthography)
    }

    private func keys(_ text: String) -> [String] { tokens(text).numberKeys }

    /// Returns whether words name a day that comes again each week: `friday`, `this friday`, unlike `today` and `next
    /// friday`.
    public func isWeekday(_ text: String) -> Bool {
        let keys = keys(text)
        let reader = TimeReader(words: keys, vocabulary: vocabulary, numbers: numbers, today: CivilDate(days: 0))
        let start = reader.afterLinks(0)
        let relation = reader.entry(vocabulary.relations, start)
        guard relation?.value ?? 0 == 0 else { return false }
        guard let day = reader.entry(vocabulary.weekdays, relation?.end ?? start) else { return false }
        let after = reader.entry(vocabulary.relationsAfter ?? [:], day.end)
        return (after?.value == 0 ? after?.end : day.end) == keys.count
    }

    /// Returns whether words name an hour without the half of the day: `half past seven`, unlike `7 am`, `noon`,
    /// `nineteen thirty` and `07:30`.
    public func leavesHalfOpen(_ text: String) -> Bool {
        let keys = keys(text)
        guard let first = keys.first, !first.hasPrefix("0"), numbers.extraDigits[first] == nil,
            numbers.units[first] != 0
        else { return false }
        func time(_ keys: [String]) -> String? {
            prefixes(.time, of: keys[...], today: CivilDate(days: 0)).first { $0.count == keys.count }?.value
        }
        guard let time = time(keys) else { return false }
        return vocabulary.afterNoon.contains { half in
            let whole = keys + half.split(separator: " ").map(String.init)
            return self.prefixes(.time, of: whole[...], today: CivilDate(days: 0)).contains {
                $0.count == whole.count && $0.value != time
            }
        }
    }
}
