/// Reads dates, times of day and lengths of time from words.
public struct TimeParser: Sendable {
    /// The most words that are looked at.
    public static let maximumWords = 16

    /// What is read.
    public enum Kind: Sendable, Hashable, CaseIterable {
        /// `YYYY-MM-DD`, and weeks, weekends, months, years, decades, seasons and quarters as Alexa writes them.
        case date
        /// `HH:mm`, or `MO`, `AF`, `EV`, `NI` for a part of the day.
        case time
        /// ISO 8601, as `PT5M`.
        case duration
    }

    private let vocabulary: TimeVocabulary
    private let numbers: NumberVocabulary

    /// A parser of a language's words.
    public init(_ vocabulary: TimeVocabulary = Language.inUse.times, numbers: NumberVocabulary = Language.inUse.numbers)
    {
        (self.vocabulary, self.numbers) = (vocabulary, numbers)
    }

    /// Every value that the words begin with, the longest first, one for each count of words.
    public func prefixes(_ kind: Kind, of keys: ArraySlice<String>, today: CivilDate) -> [(value: String, count: Int)] {
        let reader = TimeReader(
            words: Array(keys.prefix(Self.maximumWords)), vocabulary: vocabulary, numbers: numbers, today: today)
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

    /// The value that all the words of a text are; nil when they are none.
    public func parseAll(_ kind: Kind, _ text: String, today: CivilDate) -> String? {
        let keys = Words.tokenize(text, limit: Self.maximumWords + 1).map(\.key)
        return prefixes(kind, of: keys[...], today: today).first { $0.count == keys.count }?.value
    }
}
