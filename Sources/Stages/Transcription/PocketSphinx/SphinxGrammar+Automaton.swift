import SaybusPocketSphinx

extension SphinxGrammar {
    /// The weight of a word while a question is open. Most people answer with the value alone. Without the weight, "an
    /// eight" took the place of "ten", and "the thirty" that of "fifty".
    static let answerWordWeight = -200

    /// Creates the grammar of an automaton's sentences.
    init(_ automaton: WordAutomaton, _ pronunciations: [String: [Pronunciation]], wordWeight: Int = 0) {
        self.init(
            words: automaton.words.map { word in
                word == WordAutomaton.anyWord ? .any : .spoken(word, pronunciations[word] ?? [])
            },
            arcs: automaton.arcs.map { arcs in arcs.map { Arc(word: $0.word, to: $0.to) } },
            finals: automaton.finals, wordWeight: wordWeight)
    }
}
