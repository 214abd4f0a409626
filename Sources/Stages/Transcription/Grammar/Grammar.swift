/// The grammar of a vocabulary, for engines that recognize only what a grammar allows.
struct Grammar: Sendable, Equatable {
    /// The accepted sentences; a parameter that takes any words uses ``WordAutomaton/anyWord``.
    var automaton: WordAutomaton
    /// The parts of the vocabulary that are left out.
    var problems: [VocabularyProblem]

    /// Whether a sentence may contain words that the grammar does not list.
    var isOpen: Bool { automaton.words.contains(WordAutomaton.anyWord) }
    /// The listed words, without ``WordAutomaton/anyWord``.
    var words: Set<String> { Set(automaton.words).subtracting([WordAutomaton.anyWord]) }
    /// Whether the grammar accepts no sentence.
    var isEmpty: Bool { automaton.finals.isEmpty }
}
