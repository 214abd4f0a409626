/// Reads numbers from words: `twenty one`, `a hundred and five`, `three point five`, `double five`, `2 hundred`, `3rd`.
///
/// It takes more than is said by the book, and never two numbers for one: `ten five` is none. Digits in a row are one
/// number (`oh five` is 5), and so are two pairs of digits, as years are said (`nineteen oh four`).
public struct NumberParser: Sendable {
    /// The most words that a number has.
    public static let maximumWords = 24
    /// The most digits in a row; more would not be exact as a `Double`.
    public static let maximumDigits = 15

    /// The language's words.
    public let vocabulary: NumberVocabulary
    private let words: Set<String>

    /// A parser of a language's numbers.
    public init(_ vocabulary: NumberVocabulary = Language.inUse.numbers) {
        self.vocabulary = vocabulary
        words = vocabulary.words
    }

    /// The longest number at the beginning of the tokens and how many of them it takes; nil when there is none.
    public func parse(_ tokens: ArraySlice<Token>) -> (value: Double, count: Int)? {
        let keys = numberWords(tokens)
        return keys.isEmpty ? nil : NumberReader(words: keys, vocabulary: vocabulary).longest()
    }

    /// The number that all the tokens together are; nil when they are none.
    public func parseAll(_ tokens: ArraySlice<Token>) -> Double? {
        guard tokens.count <= Self.maximumWords, let (value, count) = parse(tokens), count == tokens.count else {
            return nil
        }
        return value
    }

    /// The number that a text is; nil when it is none.
    public func parseAll(_ text: String) -> Double? {
        parseAll(Words.tokenize(text, limit: Self.maximumWords + 1)[...])
    }

    /// Every number that the tokens begin with, longest first: `two` and `two hundred`.
    public func prefixes(of tokens: ArraySlice<Token>) -> [(value: Double, count: Int)] {
        let keys = numberWords(tokens)
        return (0..<keys.count).reversed().compactMap { last in
            let reader = NumberReader(words: Array(keys[...last]), vocabulary: vocabulary)
            return reader.longest().flatMap { $0.count == last + 1 ? $0 : nil }
        }
    }

    /// Whether a word makes the number before it a place: `fourth`, `4th`.
    public func isOrdinal(_ word: String) -> Bool {
        if vocabulary.ordinals[word] != nil || vocabulary.ordinalScales[word] != nil { return true }
        guard let first = word.utf8.first, 0x30...0x39 ~= first else { return false }
        return vocabulary.ordinalSuffixes.contains { word.hasSuffix($0) }
    }

    /// The words at the beginning that can be a part of a number.
    private func numberWords(_ tokens: ArraySlice<Token>) -> [String] {
        tokens.prefix(Self.maximumWords).prefix { token in
            words.contains(token.key) || token.key.utf8.contains { 0x30...0x39 ~= $0 }
        }.map(\.key)
    }
}
