extension WordAutomaton {
    /// The most words that a beginning lacks. Numbers, times and lengths of some words are found in silence, too.
    private static let maximumMissing = 3

    /// Creates the automaton of a sentence's beginnings: without its last one, two or three words. Nil for a sentence
    /// of one word.
    init?(beginningsOf sentence: [String]) {
        guard sentence.count > 1 else { return nil }
        let last = sentence.count - 1
        self.init(sentence: Array(sentence.prefix(last)))
        finals = Set(max(1, last + 1 - Self.maximumMissing)...last)
    }

    /// Returns whether a sentence may begin with a longer word that ends with a word: `unlock` with `lock`.
    func mayBegin(withLongerWordThan word: String) -> Bool {
        arcs[0].contains { words[$0.word].count > word.count && words[$0.word].hasSuffix(word) }
    }
}
