/// What a decoder looks for.
enum SphinxSearch: Sendable {
    /// The sentences of a grammar, with how its words are said.
    case grammar(WordAutomaton, [String: [Pronunciation]])
    /// General English.
    case language
    /// Phones in any order: what the sound is when it is not asked to be words.
    case phones
}
