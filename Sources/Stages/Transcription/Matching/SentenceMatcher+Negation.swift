import SaybusPhrases

extension SentenceMatcher {
    private static let negations = Language.inUse.questionWords.negatingWords

    /// The keys of the phrases that have a negation and reject nothing: `don't forget`.
    private static let neutral: [[String]] = Language.inUse.questionWords.neutralPhrases.map { phrase in
        Words.tokenize(phrase).map(\.key)
    }.filter { !$0.isEmpty }

    /// Returns whether heard words have a negation or a prohibition, and the sentence has none: "don't turn on the
    /// light" is not "turn on the light", but "don't forget to turn on the light" is.
    static func losesNegation(of heard: [String], in sentence: [String]) -> Bool {
        let said = Set(sentence.map(Words.key))
        guard negations.isDisjoint(with: said) else { return false }
        let keys = heard.map(Words.key)
        var position = 0
        while position < keys.count {
            // "Don't forget the alarm" is the opposite of "forget the alarm".
            let phrase = neutral.first { phrase in
                keys[position...].starts(with: phrase) && said.isDisjoint(with: phrase.suffix(1))
            }
            if phrase == nil, negations.contains(keys[position]) { return true }
            position += phrase?.count ?? 1
        }
        return false
    }
}
