import SaybusPocketSphinx

extension SphinxGrammar {
    /// Creates the grammar of an automaton's sentences.
    init(_ automaton: WordAutomaton, _ pronunciations: [String: [Pronunciation]]) {
        self.init(
            words: automaton.words.map { word in
                word == WordAutomaton.anyWord ? .any : .spoken(word, pronunciations[word] ?? [])
            },
            arcs: automaton.arcs.map { arcs in arcs.map { Arc(word: $0.word, to: $0.to) } },
            finals: automaton.finals)
    }
}
