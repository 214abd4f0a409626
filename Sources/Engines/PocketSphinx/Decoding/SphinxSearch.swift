/// The language that a decoder recognizes.
package enum SphinxSearch: Sendable {
    /// The sentences of a grammar.
    case grammar(SphinxGrammar)
    /// General English, by a language model.
    case language
}
