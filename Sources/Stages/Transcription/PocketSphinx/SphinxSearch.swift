import SaybusPocketSphinx

/// The search space of a decoder.
enum SphinxSearch: Sendable {
    /// The sentences of a grammar, with the pronunciations of its words.
    case grammar(WordAutomaton, [String: [Pronunciation]])
    /// General English, with the language model.
    case language
}
