/// A parser of spoken numbers: `twenty one`, `a hundred and five`, `three point five`, `double five`, `2
/// hundred`, `3rd`.
///
/// It accepts informal forms, but never two numbers as one: `ten five` is no number. Consecutive digits are
/// one number (`oh five` is 5). So are two pairs of digits, as in years (`nineteen oh four`), where they are asked for:
/// elsewhere they are two numbers, as in the time of day `ten thirty`.
public struct NumberParser: Sendable {
    /// The most words of a number.
    public static let maximumWords = 24
    /// The most consecutive digits: a `Double` represents more digits inexactly.
    static let maximumDigits = 15
    /// The least number that is said as two pairs of digits. Where all numbers are at least as large, pairs are read.
    public static let minimumYear = 1000.0

    /// The language's number words.
    let vocabulary: NumberVocabulary
    private let takesYears: Bool
    private let words: Set<String>

    /// Creates a parser of a language's numbers.
    /// - Parameters:
    ///   - vocabulary: The number words.
    ///   - takesYears: Whether two pairs of digits are one number, as in years.
    public init(_ vocabulary: NumberVocabulary = Language.inUse.numbers, takesYears: Bool = false) {
        self.takesYears = takesYears
        let words = vocabulary.words
        // Most vocabularies have the keys already, and a parser may be made for each answer.
        let isComplete = words.allSatisfy { words.contains(Words.key(of: $0)) }
        self.vocabulary = isComplete ? vocabulary : vocabulary.withKeys
        self.words = isComplete ? words : self.vocabulary.words
    }

    /// Returns the longest number at the beginning of the tokens, and the number of its tokens; nil when
    /// there is none.
    public func parse(_ tokens: ArraySlice<Token>) -> (value: Double, count: Int)? {
        let keys = numberWords(tokens)
        return keys.isEmpty ? nil : NumberReader(words: keys, vocabulary: vocabulary, takesYears: takesYears).longest()
    }

    /// Returns the number that all the tokens form; nil when they form none.
    public func parseAll(_ tokens: ArraySlice<Token>) -> Double? {
        guard tokens.count <= Self.maximumWords, let (value, count) = parse(tokens), count == tokens.count else {
            return nil
        }
        return value
    }

    /// Returns the number that a text forms; nil when it forms none.
    public func parseAll(_ text: String) -> Double? {
        parseAll(
            Words.tokenize(text, limit: Self.maximumWords + 1, orthography: vocabulary.orthography)[...])
    }

    /// Returns all numbers with which the tokens begin, longest first: for `two hundred`, 200 and 2.
    public func prefixes(of tokens: ArraySlice<Token>) -> [(value: Double, count: Int)] {
        let keys = numberWords(tokens)
        guard !keys.isEmpty else { return [] }
        var reader = NumberReader(words: keys, vocabulary: vocabulary, takesYears: takesYears)
        return (1...keys.count).reversed().compactMap { count in
            reader.longest(ofFirst: count).flatMap { $0.count == count ? $0 : nil }
        }
    }

    /// Returns whether a number that ends with a word is an ordinal: `fourth`, `4th`.
    public func isOrdinal(_ word: String) -> Bool {
        let last = vocabulary.parts(of: word)?.last ?? word
        if vocabulary.ordinals[last] != nil || vocabulary.ordinalScales[last] != nil { return true }
        guard let first = word.utf8.first, 0x30...0x39 ~= first else { return false }
        return vocabulary.ordinalSuffixes.contains { word.hasSuffix($0) }
    }

    /// Returns the words at the beginning that can be parts of a number.
    private func numberWords(_ tokens: ArraySlice<Token>) -> [String] {
        var keys = tokens.prefix(Self.maximumWords).prefix { token in
            words.contains(token.key) || token.key.utf8.contains { 0x30...0x39 ~= $0 }
                || vocabulary.parts(of: token.key) != nil
        }.numberKeys
        if let first = tokens.first, first.hasMinus, !keys.isEmpty { keys[0] = "-" + keys[0] }
        return keys
    }
}
