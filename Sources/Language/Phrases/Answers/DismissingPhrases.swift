/// The phrases of a language that call off what was said before them: the `never mind` of "order tea never mind".
package struct DismissingPhrases: Sendable {
    /// The most phrases of a pattern.
    private static let maximumPhrases = 100

    private let phrases: [[String]]
    /// The last words of the phrases, for a quick check that excludes most texts.
    private let lastWords: Set<String>
    /// The words before a phrase that make it a part of what is said: "to forget it", "don't forget it".
    private let introducing: Set<String>
    /// The words that are not enough to be called off: the phrase is what was said in "no never mind".
    private let meaningless: Set<String>

    /// Creates the phrases of a language. Those of one word are left out: most are titles, or end one.
    package init(_ language: Language) {
        let words = language.questionWords
        func keys(_ text: String) -> [String] {
            Words.tokenize(text, orthography: language.orthography).map(\.key)
        }
        let texts = words.dismissingPatterns.flatMap { pattern in
            ((try? PhraseTemplate(pattern))?.expression.texts(limit: Self.maximumPhrases) ?? []).map(\.text)
        }
        let plain = texts.map { keys($0) }.filter { $0.count > 1 }
        // "Never mind, thanks".
        let polite = language.fillers.trailing.map { keys($0) }.filter { !$0.isEmpty }
        phrases = plain + plain.flatMap { phrase in polite.map { phrase + $0 } }
        lastWords = Set(phrases.compactMap(\.last))
        let others = language.isFor("en") ? Self.introducingInEnglish : []
        introducing = language.functionWords.union(words.negatingWords).union(others)
        meaningless = introducing.union((language.fillers.leading + words.corrections).flatMap { keys($0) })
    }

    /// The words of English that are no function words, and introduce a title, a quotation or a verb: "the album never
    /// mind", "a note saying forget it", "she should forget it".
    private static let introducingInEnglish: Set<String> = [
        "album", "book", "called", "entitled", "film", "ill", "lyrics", "may", "might", "movie", "must", "named",
        "phrase", "said", "say", "saying", "says", "shall", "should", "song", "theyll", "title", "titled", "track",
        "word", "words", "youll",
    ]

    /// Returns whether words end with a phrase that calls the others off. The phrase alone calls nothing off, nor does
    /// it after words without meaning.
    /// - Parameter keys: The words, in the form of ``Token/key``.
    package func callOff(_ keys: some BidirectionalCollection<String>) -> Bool {
        guard let last = keys.last, lastWords.contains(last) else { return false }
        return phrases.contains { phrase in
            guard keys.suffix(phrase.count).elementsEqual(phrase) else { return false }
            let others = keys.dropLast(phrase.count)
            guard let before = others.last, !introducing.contains(before) else { return false }
            return !others.allSatisfy(meaningless.contains)
        }
    }
}
