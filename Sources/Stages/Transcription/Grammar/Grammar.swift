/// A vocabulary made ready for an engine that listens for what a grammar allows.
struct Grammar: Sendable, Equatable {
    /// Which sentences may be said; any words are ``WordAutomaton/anyWord``.
    var automaton: WordAutomaton
    /// What of the vocabulary is left out.
    var problems: [VocabularyProblem]

    /// Whether a sentence may have words that the grammar does not list.
    var isOpen: Bool { automaton.words.contains(WordAutomaton.anyWord) }
    /// The words that it lists.
    var words: Set<String> { Set(automaton.words).subtracting([WordAutomaton.anyWord]) }
    /// Whether nothing can be said.
    var isEmpty: Bool { automaton.finals.isEmpty }
}
