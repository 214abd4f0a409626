/// What a decoder looks for.
package enum SphinxSearch: Sendable {
    /// The sentences of a grammar.
    case grammar(SphinxGrammar)
    /// General English.
    case language
}
