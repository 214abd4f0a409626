import SaybusPhrases

/// A value that has taken in the word which turns a command into its opposite: the "Anna nicht" of "ruf Anna nicht an".
enum OpposedValue {
    /// The words of the language in use.
    static let inUse = Language.inUse.prohibitingBeforeVerbPart

    /// Returns whether a value ends with such a word, and others follow it.
    /// - Parameters:
    ///   - values: The places of the values, in characters.
    ///   - text: The text.
    ///   - words: The words.
    static func isAmong(_ values: [Range<Int>], of text: String, by words: Set<String> = OpposedValue.inUse) -> Bool {
        guard !words.isEmpty else { return false }
        let tokens = Words.tokenize(text)
        return zip(tokens, tokens.dropFirst()).contains { token, next in
            words.contains(token.key)
                && values.contains { value in
                    value.contains(token.range.lowerBound) && !value.contains(next.range.lowerBound)
                }
        }
    }
}
