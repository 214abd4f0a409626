import SaybusPhrases

/// A value that has taken in the word which turns a command into its opposite: the "Anna nicht" of "ruf Anna nicht an",
/// and the "nicht Anna" of "ruf nicht Anna an".
enum OpposedValue {
    /// The words of the language in use.
    static let inUse = Language.inUse.prohibitingBeforeVerbPart
    /// The words of the language in use that do so behind the verb.
    static let behindVerb = Language.inUse.prohibitingBehindVerb

    /// Returns whether a value ends with such a word, and others follow it, or begins with one that stands behind the
    /// verb.
    /// - Parameters:
    ///   - values: The places of the values, in characters.
    ///   - text: The text.
    ///   - words: The words.
    ///   - behindVerb: Those of the words that do so behind the verb.
    static func isAmong(
        _ values: [Range<Int>], of text: String, by words: Set<String> = OpposedValue.inUse,
        behindVerb: Set<String> = OpposedValue.behindVerb
    ) -> Bool {
        guard !words.isEmpty else { return false }
        let tokens = Words.tokenize(text)
        let begins = tokens.dropFirst().contains { token in
            behindVerb.contains(token.key) && values.contains { $0.lowerBound == token.range.lowerBound }
        }
        return begins
            || zip(tokens, tokens.dropFirst()).contains { token, next in
                words.contains(token.key)
                    && values.contains { value in
                        value.contains(token.range.lowerBound) && !value.contains(next.range.lowerBound)
                    }
            }
    }
}
