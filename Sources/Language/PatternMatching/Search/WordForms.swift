import SaybusMessages
import SaybusPhrases

/// The other ways to write words of the patterns: `what is` for `what's`, `James'` for a name and the `s` of a
/// possessive, and `four` for `4`.
struct WordForms {
    /// The words of the patterns.
    let table: WordTable
    /// Whether the language has the contractions of English.
    let isEnglish: Bool
    /// The parser of numbers in words; nil when no pattern has a number in digits.
    let numbers: NumberParser?

    /// The words before the second word of each contraction.
    private static let contracted: [String: Set<String>] = [
        "is": ["what", "where", "who", "how", "when", "it", "that", "there", "here", "he", "she"],
        "am": ["i"],
        "are": ["you", "we", "they", "what", "where", "who", "how", "there"],
        "will": ["i", "you", "we", "they", "it", "that", "he", "she"],
        "have": ["i", "you", "we", "they"],
        "not": [
            "do", "does", "did", "is", "are", "was", "were", "has", "have", "had", "could", "would", "should", "can",
            "will",
        ],
    ]
    /// The ends of contractions, by the words for which they stand.
    private static let ends = ["is": "'s", "am": "'m", "are": "'re", "will": "'ll", "have": "'ve", "not": "n't"]

    /// Returns the words in the other forms that patterns have, most likely first.
    func forms(of tokens: [Token]) -> [[Token]] {
        var forms: [[Token]] = []
        if let divided = dividingPossessives(tokens) { forms.append(divided) }
        if let written = withDigits(tokens) { forms.append(written) }
        if isEnglish { forms += [joining(tokens), dividing(tokens)].compactMap(\.self) }
        return forms
    }

    /// Returns whether a value begins within a word: "do @task" does not take the "not stop" of "don't stop".
    /// - Parameters:
    ///   - hypothesis: What was understood.
    ///   - tokens: The words of the text.
    ///   - form: The words in the form that was understood.
    static func hasValue(
        _ hypothesis: SpeechIntent.Hypothesis, withinWordsOf tokens: [Token], dividedInto form: [Token]
    ) -> Bool {
        let places = Set(form.map(\.range.lowerBound)).subtracting(tokens.map(\.range.lowerBound))
        return hypothesis.parameters.values.contains { $0.span.map { places.contains($0.start) } == true }
    }

    private func isKnown(_ text: String) -> Bool { table.number(of: Words.key(of: text)) != WordTable.unknown }

    /// Returns the words with two in place of each possessive without an `s` of its own: `James` and `s` for `James'`.
    private func dividingPossessives(_ tokens: [Token]) -> [Token]? {
        guard tokens.contains(where: \.isPossessive), isKnown("s") else { return nil }
        return tokens.flatMap { token -> [Token] in
            guard token.isPossessive else { return [token] }
            let end = token.range.upperBound
            return [token, Token(text: "s", range: end..<end + 1)]
        }
    }

    /// Returns the words with digits in place of the numbers that patterns have in digits: `channel 4` for `channel
    /// four`; nil when there are none.
    private func withDigits(_ tokens: [Token]) -> [Token]? {
        guard numbers != nil else { return nil }
        var written: [Token] = []
        var position = 0
        while position < tokens.count {
            if let (digits, count) = knownNumber(tokens[position...]) {
                let end = tokens[position + count - 1].range.upperBound
                written.append(Token(text: digits, range: tokens[position].range.lowerBound..<end))
                position += count
            } else {
                written.append(tokens[position])
                position += 1
            }
        }
        return written == tokens ? nil : written
    }

    /// Returns the digits of the longest number at the beginning that a pattern has in digits. Ordinals have none.
    private func knownNumber(_ tokens: ArraySlice<Token>) -> (digits: String, count: Int)? {
        for (value, count) in numbers?.prefixes(of: tokens) ?? [] {
            guard let whole = Int(exactly: value), isKnown("\(whole)") else { continue }
            let last = tokens[tokens.startIndex + count - 1]
            if numbers?.isOrdinal(last.key) == false, !last.endsWithDigit { return ("\(whole)", count) }
        }
        return nil
    }

    // MARK: Contractions

    /// Returns the words with contractions of two: `what's` for `what is`; nil when no pattern has any of them.
    private func joining(_ tokens: [Token]) -> [Token]? {
        var joined: [Token] = []
        for token in tokens {
            if let first = joined.last, Self.contracted[token.key]?.contains(first.key) == true {
                let text = Self.contraction(first.key, token.key)
                if isKnown(text) {
                    joined[joined.count - 1] = Token(text: text, range: first.range.lowerBound..<token.range.upperBound)
                    continue
                }
            }
            joined.append(token)
        }
        return joined.count < tokens.count ? joined : nil
    }

    private static func contraction(_ first: String, _ second: String) -> String {
        switch (first, second) {
        case ("can", "not"): "can't"
        case ("will", "not"): "won't"
        default: first + (ends[second] ?? "")
        }
    }

    /// Returns the words with two in place of each contraction: `what` and `is` for `what's`; nil when there is none of
    /// which a pattern has both words.
    private func dividing(_ tokens: [Token]) -> [Token]? {
        let divided = tokens.flatMap { token -> [Token] in
            guard token.text.utf8.contains(UInt8(ascii: "'")), let (first, second) = Self.parts(of: token.text),
                isKnown(first), isKnown(second)
            else { return [token] }
            let middle = min(token.range.lowerBound + first.utf8.count, token.range.upperBound)
            return [
                Token(text: first, range: token.range.lowerBound..<middle),
                Token(text: second, range: middle..<token.range.upperBound),
            ]
        }
        return divided.count > tokens.count ? divided : nil
    }

    /// Returns the two words of a contraction; nil for another word.
    private static func parts(of text: String) -> (first: String, second: String)? {
        for (second, words) in contracted {
            if let first = words.first(where: { contraction($0, second) == text }) { return (first, second) }
        }
        return nil
    }
}
