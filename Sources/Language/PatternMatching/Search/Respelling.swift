import SaybusPhrases

/// The words of the patterns and of the language by their spellings without accents: `küche` by `kueche`.
struct Respelling: Sendable {
    private var words: [String: String] = [:]
    private let language: String

    /// Finds the spellings that are no words themselves, and stand for one word only.
    /// - Parameters:
    ///   - table: The words of the patterns.
    ///   - language: The language, whose numbers, times and words of politeness may be in an utterance, too.
    init(_ table: WordTable, _ language: Language) {
        self.language = language.numbers.language
        let phrases = language.fillers.leading + language.fillers.trailing + language.fillers.afterText.sorted()
        let polite = phrases.flatMap { $0.split(separator: " ").map(String.init) }
        let own = language.numbers.words.union(language.times.words).union(polite)
        var meant: [String: Set<String>] = [:]
        for word in own { add(word, &meant) }
        for word in table.words { add(word, &meant) }
        words = meant.compactMapValues { $0.count == 1 ? $0.first : nil }
            .filter { form, _ in table.number(of: form) == WordTable.unknown && !own.contains(form) }
    }

    private func add(_ word: String, _ meant: inout [String: Set<String>]) {
        for form in PlainSpelling.forms(of: word, language: language) { meant[form, default: []].insert(word) }
    }

    /// Returns the words with those in place of their spellings that they may mean; nil when there are none.
    func respelled(_ tokens: [Token]) -> [Token]? {
        guard !words.isEmpty else { return nil }
        var isChanged = false
        let respelled = tokens.map { token in
            // A wrong accent is as good as none.
            let forms = [token.key] + PlainSpelling.forms(of: token.key, language: language)
            guard let word = forms.lazy.compactMap({ words[$0] }).first, word != token.key else { return token }
            isChanged = true
            return Token(text: word, range: token.range)
        }
        return isChanged ? respelled : nil
    }
}
