import SaybusPocketSphinx

/// A vocabulary with the decoders made for it; the next vocabulary gets others.
struct SphinxVocabulary: Sendable {
    /// How it is listened for.
    enum Search: Sendable {
        /// Anything, by the language model; the result of the stream is final.
        case dictation(SphinxDecoder)
        /// The sentences of a grammar.
        case commands(Grammar, SphinxCommandSearch)
        /// No sentence of the vocabulary can be recognized.
        case nothing
    }

    let search: Search
    let revision: String?

    /// What decodes while the turn goes on.
    var stream: SphinxDecoder? {
        switch search {
        case .dictation(let decoder): decoder
        case .commands(_, let search): search.stream
        case .nothing: nil
        }
    }

    /// Whether the words are a whole command; nil when that cannot be told.
    func isComplete(_ words: [String]) -> Bool? {
        if case .commands(let grammar, _) = search { grammar.automaton.accepts(words) } else { nil }
    }

    /// Whether a command may go on after the words; nil when that cannot be told.
    func mayGoOn(_ words: [String]) -> Bool? {
        if case .commands(let grammar, _) = search { grammar.automaton.goesOn(after: words) } else { nil }
    }
}
