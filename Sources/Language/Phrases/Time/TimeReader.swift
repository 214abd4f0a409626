/// The words of an utterance, and the vocabulary with which dates, times of day and durations are read from
/// them.
struct TimeReader {
    /// A value, and the position after its words.
    typealias Reading = (value: String, end: Int)

    let words: [String]
    let vocabulary: TimeVocabulary
    let numbers: NumberVocabulary
    let today: CivilDate
    /// The seconds since midnight; nil means those of the clock.
    var now: Int?

    func word(_ position: Int) -> String? { position < words.count ? words[position] : nil }

    // MARK: Tables

    /// Returns the value of a table's longest key at a position, and the position after it.
    func entry<Value>(_ table: [String: Value], _ position: Int) -> (value: Value, end: Int)? {
        table.isEmpty ? nil : longest(position) { table[$0] }
    }

    /// Returns the position after the longest entry of a set at a position; nil when there is none.
    func skip(_ set: Set<String>, _ position: Int) -> Int? {
        set.isEmpty ? nil : longest(position) { set.contains($0) ? $0 : nil }?.end
    }

    /// The most words of an entry in a table or a set.
    private static let maximumEntryWords = 4

    /// Returns the value of the most words at a position that have one, and the position after them.
    private func longest<Value>(_ position: Int, _ value: (String) -> Value?) -> (value: Value, end: Int)? {
        for count in stride(from: min(Self.maximumEntryWords, words.count - position), to: 0, by: -1) {
            let key = count == 1 ? words[position] : words[position..<(position + count)].joined(separator: " ")
            if let value = value(key) { return (value, position + count) }
        }
        return nil
    }

    /// Returns the position after the linking words there, such as `on the`; the same position when there are none.
    func afterLinks(_ position: Int) -> Int {
        var position = position
        while let word = word(position), vocabulary.links.contains(word) { position += 1 }
        return position
    }

    // MARK: Numbers

    /// Returns the numbers at a position that are in the range, longest first, without ordinals.
    func cardinals(_ position: Int, _ range: ClosedRange<Double>) -> [(value: Double, end: Int)] {
        guard position < words.count else { return [] }
        let last = min(words.count, position + NumberParser.maximumWords)
        var reader = NumberReader(words: Array(words[position..<last]), vocabulary: numbers)
        return (position + 1...last).reversed().compactMap { end in
            guard let (value, count) = reader.longest(ofFirst: end - position), count == end - position,
                range.contains(value), !isOrdinal(before: end)
            else { return nil }
            return (value, end)
        }
    }

    /// The most words of a whole number in a date or a time: `two thousand one hundred and one`.
    private static let maximumIntegerWords = 6

    /// Returns the longest whole number at a position that is in the range.
    func integer(
        _ position: Int, _ range: ClosedRange<Int>, takesYears: Bool = false
    ) -> (value: Int, end: Int)? {
        guard position < words.count else { return nil }
        for last in (position..<min(words.count, position + Self.maximumIntegerWords)).reversed() {
            let reader = NumberReader(
                words: Array(words[position...last]), vocabulary: numbers, takesYears: takesYears)
            guard let (value, count) = reader.longest(), count == last - position + 1,
                let whole = Int(exactly: value), range.contains(whole)
            else { continue }
            return (whole, last + 1)
        }
        return nil
    }

    /// Returns whether the word before a position is an ordinal: `fourth`, `4th`.
    func isOrdinal(before end: Int) -> Bool {
        guard let word = word(end - 1) else { return false }
        return numbers.ordinals[word] != nil || numbers.ordinalScales[word] != nil
            || (word.utf8.first.map { 0x30...0x39 ~= $0 } ?? false
                && numbers.ordinalSuffixes.contains { word.hasSuffix($0) })
    }

    /// Reads a year of four digits: `2026`, `twenty twenty six`, `two thousand and four`.
    func year(_ position: Int) -> (value: Int, end: Int)? { integer(position, 1000...2999, takesYears: true) }
}
