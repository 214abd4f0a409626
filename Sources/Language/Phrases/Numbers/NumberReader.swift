/// A recursive-descent parser of a single number. Each function takes a position and returns the position
/// after its words.
struct NumberReader {
    /// The value of a number, and the position after its words.
    typealias Reading = (value: Double, count: Int)

    /// The words, or their parts where the language joins words. A reader serves all beginnings of them, since it
    /// has a copy of the vocabulary.
    private(set) var words: NumberWords
    /// The number of parts up to the end of each word; nil where each word is one part.
    private let ends: [Int]?
    /// Whether two pairs of digits are one number.
    private let takesYears: Bool

    init(words: [String], vocabulary: NumberVocabulary, takesYears: Bool = false) {
        self.takesYears = takesYears
        if vocabulary.joinsWords == true {
            let parts = words.map { vocabulary.parts(of: $0) ?? [$0] }
            self.words = NumberWords(parts.flatMap(\.self), vocabulary: vocabulary)
            var end = 0
            ends = parts.map { part in
                end += part.count
                return end
            }
        } else {
            self.words = NumberWords(words, vocabulary: vocabulary)
            ends = nil
        }
    }

    /// Returns the longest number at the beginning of the first words.
    mutating func longest(ofFirst count: Int) -> Reading? {
        words.limit(to: ends.map { $0[count - 1] } ?? count)
        return longest()
    }

    /// Returns the longest number at the beginning.
    func longest() -> Reading? {
        guard let ends else { return longestParts() }
        var reader = self
        while let (value, count) = reader.longestParts() {
            if let last = ends.firstIndex(of: count) { return (value, last + 1) }
            // A number does not end within a word.
            guard let end = ends.last(where: { $0 < count }) else { break }
            reader.words.limit(to: end)
        }
        return nil
    }

    private func longestParts() -> Reading? {
        if let first = words[0], words.vocabulary.signs.contains(first) {
            // Neither "minus -5" nor "minus third" is a number.
            guard let (value, end) = magnitude(1), value >= 0, words[1]?.utf8.first != UInt8(ascii: "-") else {
                return nil
            }
            return (value == 0 ? 0 : -value, end)
        }
        if let first = words[0], first.utf8.first == UInt8(ascii: "-") {
            // The sign is that of the whole: "-5 and a half".
            var reader = self
            reader.words.removeSign()
            return reader.cardinalOrCollective(0).map { ($0.value == 0 ? 0 : -$0.value, $0.count) }
        }
        return Self.longer(ordinal(0), magnitude(0))
    }

    /// Returns the reading with more words; of two equal ones, the first.
    private static func longer(_ first: Reading?, _ second: Reading?) -> Reading? {
        guard let first, let second else { return first ?? second }
        return first.count >= second.count ? first : second
    }

    /// Reads a number without a sign, other than an ordinal.
    private func magnitude(_ start: Int) -> Reading? {
        var longest = Self.longer(cardinal(start), digitRow(start))
        if takesYears { longest = Self.longer(longest, pairs(start)) }
        longest = Self.longer(longest, fraction(start))
        longest = Self.longer(longest, joinedFraction(start))
        return Self.longer(longest, collective(start))
    }

    /// Reads what may follow a written sign.
    private func cardinalOrCollective(_ start: Int) -> Reading? { Self.longer(cardinal(start), collective(start)) }

    /// Reads two or more consecutive digits.
    private func digitRow(_ start: Int) -> Reading? {
        let (text, end) = words.digits(start)
        return text.utf8.count < 2 ? nil : Double(text).map { ($0, end) }
    }

    /// Reads two pairs of digits, as in years: `nineteen eighty four`, `twenty oh five`.
    private func pairs(_ start: Int) -> Reading? {
        guard let (first, middle) = small(start), first >= 10 else { return nil }
        if let (second, end) = small(middle), second >= 10 { return (first * 100 + second, end) }
        guard words.extraDigit(at: middle) == 0, let digit = words.unit(at: middle + 1), 1...9 ~= digit else {
            return nil
        }
        return (first * 100 + Double(digit), middle + 2)
    }

    /// Reads `a dozen`, `two dozen`, `half a dozen`, `a half dozen`, `media docena`.
    private func collective(_ start: Int) -> Reading? {
        // The collective is the second or the third word. Most numbers have none.
        guard let collectives = words.vocabulary.collectives, words[start] != nil else { return nil }
        func value(_ position: Int) -> Double? { words[position].flatMap { collectives[$0] } }
        guard value(start + 1) != nil || value(start + 2) != nil else { return nil }
        if words.isArticle(at: start) {
            if let count = value(start + 1) { return (count, start + 2) }
            // "A half dozen", "ein halbes dutzend".
            guard let part = words.fraction(at: start + 1), let count = value(start + 2) else { return nil }
            return (part * count, start + 3)
        }
        if let part = fractionAlone(start) {
            if let count = value(start + 1) { return (part * count, start + 2) }
            if words.isArticle(at: start + 1) { return value(start + 2).map { (part * $0, start + 3) } }
        }
        guard let (count, end) = small(start) ?? words.written(start), 1...99 ~= count else { return nil }
        return value(end).map { (count * $0, end + 1) }
    }
}
