import SaybusPocketSphinx

/// What a decoder looks for.
enum SphinxSearch: Sendable {
    /// The sentences of a grammar, with how its words are said.
    case grammar(WordAutomaton, [String: [Pronunciation]])
    /// General English.
    case language
}
