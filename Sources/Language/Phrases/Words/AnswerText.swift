/// The words of an answer, with the parts in which its value may be: without phrases such as `i'd like` and `please`
/// around it, and without what the user has corrected.
public struct AnswerText: Sendable {
    /// The most words of an answer in which a value is searched for.
    public static let maximumWords = 16

    /// The words.
    public let tokens: [Token]
    private let keys: [String]
    private let vocabulary: AnswerWords

    /// Divides a text. A text of more than ``maximumWords`` words has no parts.
    public init(_ text: String, in language: Language = .inUse) {
        self.init(text, AnswerWords.of(language))
    }

    init(_ text: String, _ vocabulary: AnswerWords) {
        let words = Words.tokenize(text, limit: Self.maximumWords + 1)
        tokens = words.count > Self.maximumWords ? [] : words
        keys = tokens.map(\.key)
        self.vocabulary = vocabulary
    }

    /// The whole text and its parts without the phrases that may surround a value, longest first.
    public var cores: [String] {
        let starts = counts(keys[...], vocabulary.beforeValue)
        let ends = counts(keys.reversed()[...], vocabulary.afterValue).map { keys.count - $0 }
        let ranges = starts.flatMap { start in ends.compactMap { start < $0 ? start..<$0 : nil } }
        return ranges.sorted { ($0.count, $1.lowerBound) > ($1.count, $0.lowerBound) }.map { text(in: $0) }
    }

    /// The whole text and all its parts, longest first.
    public var parts: [String] {
        let ranges = tokens.indices.flatMap { start in (start + 1...tokens.count).map { start..<$0 } }
        return ranges.sorted { ($0.count, $1.lowerBound) > ($1.count, $0.lowerBound) }.map { text(in: $0) }
    }

    /// The only number of the answer, as in `about ten minutes` and `no, five`; nil when there is none, or more than
    /// one. A number after `not` does not count.
    public var number: Double? {
        let parser = NumberParser(vocabulary.language.numbers)
        let start = afterCorrection { parser.parse($0) != nil }
        var found: Double?
        var position = start
        while position < tokens.count {
            guard let (value, count) = parser.parse(tokens[position...]),
                isNumber(position..<position + count, value, parser)
            else {
                position += 1
                continue
            }
            if !isNegated(position) {
                guard found == nil || found == value else { return nil }
                found = value
            }
            position += count
        }
        return found
    }

    /// Returns the marks of an answer that have not been corrected or excluded by `not`.
    /// - Parameter marks: The values of words, by their keys.
    public func values<Value: Hashable>(of marks: [String: Value]) -> Set<Value> {
        let start = afterCorrection { $0.first.map { marks[$0.key] != nil } ?? false }
        var values: Set<Value> = []
        for position in tokens.indices where position >= start {
            if let value = marks[keys[position]], !isNegated(position) { values.insert(value) }
        }
        return values
    }

    /// Whether the answer agrees by its first word, and nothing after it objects; nil when neither is certain.
    public var agrees: Bool? {
        guard let first = keys.first else { return nil }
        let rest = keys.dropFirst()
        guard !rest.contains(where: vocabulary.doubting.contains) else { return nil }
        if vocabulary.agreeing.contains(first) {
            let objects = rest.contains { vocabulary.negations.contains($0) || vocabulary.disagreeing.contains($0) }
            return objects ? nil : true
        }
        guard vocabulary.disagreeing.contains(first) else { return nil }
        return rest.contains(where: vocabulary.agreeing.contains) ? nil : false
    }

    private func text(in range: Range<Int>) -> String { tokens[range].map(\.text).joined(separator: " ") }

    /// Returns the position after the last correction, if a value follows it; else the beginning.
    private func afterCorrection(_ isValue: (ArraySlice<Token>) -> Bool) -> Int {
        for position in tokens.indices.reversed() {
            for phrase in vocabulary.corrections where keys[position...].starts(with: phrase) {
                let start = position + phrase.count
                if (start..<tokens.count).contains(where: { isValue(tokens[$0...]) }) { return start }
            }
        }
        return 0
    }

    /// Whether `not` precedes a value, directly or before an article.
    private func isNegated(_ position: Int) -> Bool {
        func isNegation(_ index: Int) -> Bool { index >= 0 && vocabulary.negations.contains(keys[index]) }
        let hasArticle = position > 0 && vocabulary.determiners.contains(keys[position - 1])
        return isNegation(position - 1) || hasArticle && isNegation(position - 2)
    }

    /// Whether words that can be a number are one here: neither `a large one` nor `a second`.
    private func isNumber(_ range: Range<Int>, _ value: Double, _ parser: NumberParser) -> Bool {
        guard range.count == 1, let key = keys[range].first else { return true }
        let before = range.lowerBound > 0 ? keys[range.lowerBound - 1] : nil
        if value == 1, parser.vocabulary.units[key] != nil {
            return before.map {
                vocabulary.lastWordsBefore.contains($0) && !vocabulary.determiners.contains($0)
                    || vocabulary.corrections.contains([$0])
            } ?? true
        }
        // "A second", "half a second": an ordinal that is also a unit.
        return !parser.isOrdinal(key) || before.map { !parser.vocabulary.articles.contains($0) } ?? true
    }

    /// Returns the numbers of words that can be skipped at the beginning, including 0.
    private func counts(_ keys: ArraySlice<String>, _ phrases: [[String]]) -> [Int] {
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

/// The words of ``QuestionVocabulary`` as keys, for comparisons.
struct AnswerWords: Sendable {
    let language: Language
    let beforeValue: [[String]]
    /// The phrases after a value with their words in reverse order.
    let afterValue: [[String]]
    let lastWordsBefore: Set<String>
    let corrections: [[String]]
    let negations: Set<String>
    let determiners: Set<String>
    let agreeing: Set<String>
    let disagreeing: Set<String>
    let doubting: Set<String>

    private static let inUse = AnswerWords(.inUse)

    /// The words of a language; those of the language in use are prepared once.
    static func of(_ language: Language) -> AnswerWords { language == .inUse ? inUse : AnswerWords(language) }

    init(_ language: Language) {
        let words = language.questionWords
        func keys(_ phrases: [String]) -> [[String]] {
            phrases.map { Words.tokenize($0).map(\.key) }.filter { !$0.isEmpty }
        }
        func set(_ phrases: [String]) -> Set<String> { Set(keys(phrases).flatMap(\.self)) }
        self.language = language
        beforeValue = keys(words.beforeValue)
        afterValue = keys(words.afterValue).map { $0.reversed() }
        lastWordsBefore = Set(keys(words.beforeValue).compactMap(\.last))
        corrections = keys(words.corrections)
        (negations, determiners) = (set(words.negations), set(words.determiners))
        (agreeing, disagreeing, doubting) = (set(words.agreeing), set(words.disagreeing), set(words.doubting))
    }
}
