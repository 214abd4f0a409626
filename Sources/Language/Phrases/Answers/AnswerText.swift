/// The words of an answer, with the parts in which its value may be: without phrases such as `i'd like` and `please`
/// around it, and without what the user has corrected.
public struct AnswerText: Sendable {
    /// The most words of an answer in which a value is searched for.
    public static let maximumWords = 16

    /// The words.
    public let tokens: [Token]
    /// The words' keys. Those of phrases that reject nothing, such as `I don't know`, are empty.
    let keys: [String]
    let vocabulary: AnswerWords

    /// Divides a text. A text of more than ``maximumWords`` words has no parts.
    public init(_ text: String, in language: Language = .inUse) {
        self.init(text, AnswerWords.of(language))
    }

    init(_ text: String, _ vocabulary: AnswerWords) {
        let words = Words.tokenize(
            text, limit: Self.maximumWords + 1, orthography: vocabulary.language.orthography)
        tokens = words.count > Self.maximumWords ? [] : words
        keys = Self.removing(
            vocabulary.neutral + vocabulary.unsure, from: tokens.map(\.key), unless: vocabulary.excluding)
        self.vocabulary = vocabulary
    }

    /// The whole text and its parts without the phrases that may surround a value, longest first.
    public var cores: [String] {
        let starts = counts(keys[...], vocabulary.beforeValue)
        let ends = counts(keys.reversed()[...], vocabulary.afterValue).map { keys.count - $0 }
        let ranges = starts.flatMap { start in ends.compactMap { start < $0 ? start..<$0 : nil } }
        return ranges.sorted { ($0.count, $1.lowerBound) > ($1.count, $0.lowerBound) }.map { text(in: $0) }
    }

    /// The whole text and all its parts, longest first, without those that the user rejects: `not a large one`.
    public var parts: [String] {
        guard !isCalledOff else { return [] }
        let starts = tokens.indices.filter { !isRejected($0) }
        // "Stop" at the end may belong to the value, as in "the bus stop", but takes back a value before it.
        let ends =
            endsCalledOff(after: 0) ? [tokens.count] : tokens.indices.map { $0 + 1 }.filter { !isDenied(after: $0) }
        let ranges = starts.flatMap { start in ends.compactMap { start < $0 ? start..<$0 : nil } }
        return ranges.sorted { ($0.count, $1.lowerBound) > ($1.count, $0.lowerBound) }.map { text(in: $0) }
    }

    /// Returns the numbers of the answer, as in `about ten minutes` and `no, five`.
    /// - Parameter takesYears: Whether two pairs of digits are one number: see ``NumberParser``.
    public func numbers(takesYears: Bool = false) -> AnswerValue<Double> {
        let parser = NumberParser(vocabulary.language.numbers, takesYears: takesYears)
        let start = afterCorrection { parser.parse($0) != nil }
        var places: [(range: Range<Int>, value: Double)] = []
        var position = start
        while position < tokens.count {
            guard let (value, count) = parser.parse(tokens[position...]),
                isNumber(position..<position + count, value, parser)
            else {
                position += 1
                continue
            }
            places.append((position..<position + count, value))
            position += count
        }
        return value(of: places, from: start)
    }

    /// Returns the values of the names in the answer. A longer name counts before one within it: `dark blue` before
    /// `blue`.
    /// - Parameter names: The values of names, by the keys of their words.
    public func values<Value: Hashable & Sendable>(of names: [[String]: Value]) -> AnswerValue<Value> {
        let longest = names.keys.map(\.count).max() ?? 0
        func name(at position: Int) -> (range: Range<Int>, value: Value)? {
            for count in stride(from: min(longest, tokens.count - position), to: 0, by: -1) {
                let range = position..<position + count
                if let value = names[tokens[range].map(\.key)] { return (range, value) }
            }
            return nil
        }
        var position = afterCorrection { name(at: $0.startIndex) != nil }
        let start = position
        var places: [(range: Range<Int>, value: Value)] = []
        while position < tokens.count {
            let place = name(at: position)
            if let place { places.append(place) }
            position = place?.range.upperBound ?? position + 1
        }
        return value(of: places, from: start)
    }

    private func text(in range: Range<Int>) -> String { tokens[range].map(\.text).joined(separator: " ") }

    /// Whether the words begin with a phrase after which another value counts: `no`, `I mean`.
    package var beginsWithCorrection: Bool { vocabulary.corrections.contains { keys.starts(with: $0) } }

    /// Returns the position after the last correction, if a value follows it; else the beginning.
    private func afterCorrection(_ isValue: (ArraySlice<Token>) -> Bool) -> Int {
        for position in tokens.indices.reversed() {
            for phrase in vocabulary.corrections
            where keys[position...].starts(with: phrase) && !isOpposed(position) {
                let start = position + phrase.count
                if (start..<tokens.count).contains(where: { isValue(tokens[$0...]) }) { return start }
            }
        }
        return 0
    }

    /// Whether the words at a position are no correction, since they belong to what the user rejects: `don't make that
    /// forty`, `blue rather than red`.
    private func isOpposed(_ position: Int) -> Bool {
        if vocabulary.excluding.contains(where: { keys[position...].starts(with: $0) }) { return true }
        return position > 0 && vocabulary.opposing.contains(keys[position - 1])
            && !vocabulary.disagreeing.contains(keys[position])
    }

    /// Whether words that can be a number are one here: neither `a large one` nor `a second`.
    private func isNumber(_ range: Range<Int>, _ value: Double, _ parser: NumberParser) -> Bool {
        guard range.count == 1, let key = keys[range].first else { return true }
        let before = range.lowerBound > 0 ? keys[range.lowerBound - 1] : nil
        if value == 1, parser.vocabulary.units[key] != nil {
            return before.map {
                $0.isEmpty || vocabulary.lastWordsBefore.contains($0) && !vocabulary.determiners.contains($0)
                    || vocabulary.corrections.contains([$0])
            } ?? true
        }
        // "A second", "half a second": an ordinal that is also a unit.
        return !parser.isOrdinal(key) || before.map { !parser.vocabulary.articles.contains($0) } ?? true
    }

    /// Returns the keys with empty ones in place of phrases.
    /// - Parameter exceptions: The phrases that are not to be removed, although they begin with one that is.
    static func removing(_ phrases: [[String]], from keys: [String], unless exceptions: [[String]] = []) -> [String] {
        var keys = keys
        for position in keys.indices {
            let rest = keys[position...]
            guard !exceptions.contains(where: { rest.starts(with: $0) }) else { continue }
            let count = phrases.filter { rest.starts(with: $0) }.map(\.count).max() ?? 0
            for removed in position..<position + count { keys[removed] = "" }
        }
        return keys
    }

    /// Returns the numbers of words that can be skipped at the beginning, including 0.
    func counts(_ keys: ArraySlice<String>, _ phrases: [[String]]) -> [Int] {
        var counts = [0]
        var next = 0
        while next < counts.count {
            let rest = keys.dropFirst(counts[next])
            for phrase in phrases where rest.starts(with: phrase) && !counts.contains(counts[next] + phrase.count) {
                counts.append(counts[next] + phrase.count)
            }
            next += 1
        }
        return counts
    }
}
