/// A vocabulary with the decoders made for it; the next vocabulary gets others.
struct SphinxVocabulary: Sendable {
    let grammar: Grammar
    let revision: String?
    /// Decodes while the turn goes on, for partial results.
    let stream: SphinxDecoder
    /// Decodes the whole turn at its end; nil for free dictation, where the stream's result is the last.
    let whole: SphinxDecoder?
}
