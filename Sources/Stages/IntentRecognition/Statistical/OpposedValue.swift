import SaybusMessages
import SaybusPhrases

/// A value that has taken in the word which turns a command into its opposite, or a phrase that calls the command off:
/// the "Anna nicht" of "ruf Anna nicht an", the "nicht Anna" of "ruf nicht Anna an", and the "tea never mind" of "order
/// tea never mind".
enum OpposedValue {
    /// The words of the language in use.
    static let inUse = Language.inUse.prohibitingBeforeVerbPart
    /// The words of the language in use that do so behind the verb.
    static let behindVerb = Language.inUse.prohibitingBehindVerb
    /// The phrases of the language in use that call a command off.
    static let dismissing = DismissingPhrases(.inUse)

    /// Returns whether a value ends with a phrase that calls off the words before it. A value of a list may end so.
    /// - Parameters:
    ///   - parameters: The parameters with the values.
    ///   - text: The text.
    ///   - phrases: The phrases.
    static func isCalledOff(
        _ parameters: some Sequence<Parameter>, of text: String, by phrases: DismissingPhrases = OpposedValue.dismissing
    ) -> Bool {
        let tokens = Words.tokenize(text)
        return parameters.contains { parameter in
            let status = parameter.resolution?.status
            guard status == nil || status == .unmatched, let span = parameter.span else { return false }
            let value = span.start..<span.end
            return phrases.callOff(tokens.filter { value.overlaps($0.range) }.map(\.key))
        }
    }

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
