import SaybusPocketSphinx

/// A vocabulary with the decoders made for it; each vocabulary has its own.
struct SphinxVocabulary: Sendable {
    /// The kind of search for a vocabulary.
    enum Search: Sendable {
        /// Free dictation with the language model; the streamed result is final.
        case dictation(SphinxDecoder)
        /// The sentences of a grammar.
        case commands(Grammar, SphinxCommandSearch)
        /// No sentence of the vocabulary can be recognized.
        case nothing
    }

    let search: Search
    let revision: String?

    /// The decoder for the sound of an open turn; nil when nothing can be recognized.
    var stream: SphinxDecoder? {
        switch search {
        case .dictation(let decoder): decoder
        case .commands(_, let search): search.stream
        case .nothing: nil
        }
    }

    /// Returns whether the words are a complete command; nil for dictation.
    func isComplete(_ words: [String]) -> Bool? {
        if case .commands(let grammar, _) = search { grammar.automaton.accepts(words) } else { nil }
    }

    /// Returns whether a command may continue after the words; nil for dictation.
    func mayGoOn(_ words: [String]) -> Bool? {
        if case .commands(let grammar, _) = search { grammar.automaton.canContinue(after: words) } else { nil }
    }
}
