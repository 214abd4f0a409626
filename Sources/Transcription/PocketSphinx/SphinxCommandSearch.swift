/// Looks for the sentences of one grammar in a turn.
struct SphinxCommandSearch: Sendable {
    /// A quick result this sure needs no second look.
    private static let sure = 0.8

    /// Decodes while the turn goes on.
    let stream: SphinxDecoder
    private let clear: Pair
    private let noisy: Pair

    private struct Pair: Sendable {
        let quick: SphinxDecoder
        let careful: SphinxDecoder

        init(model: SphinxModel, search: SphinxSearch, isNoisy: Bool) {
            quick = SphinxDecoder(model: model, settings: .quick(isNoisy: isNoisy), search: search)
            careful = SphinxDecoder(model: model, settings: .careful(isNoisy: isNoisy), search: search)
        }
    }

    init(model: SphinxModel, grammar: WordAutomaton, pronunciations: [String: [Pronunciation]]) {
        let search = SphinxSearch.grammar(grammar, pronunciations)
        // Without the mean of the whole, sound that noise was taken out of is the one nearer to the model's own mean.
        stream = SphinxDecoder(model: model, settings: .quick(isNoisy: true), search: search)
        clear = Pair(model: model, search: search, isNoisy: false)
        noisy = Pair(model: model, search: search, isNoisy: true)
    }

    /// Reads the model and builds the searches that every turn needs; the others follow when first needed.
    func load() async throws {
        for decoder in [stream, clear.quick] { try await decoder.load() }
    }

    /// What was said in a whole turn, and how sure that is.
    func decode(_ samples: [Int16]) async throws -> (SphinxHypothesis, confidence: Double) {
        let pair = SoundLevel.isNoisy(samples) ? noisy : clear
        let first = try await pair.quick.decode(samples)
        let confidence = SphinxConfidence.quick.confidence(of: first)
        guard confidence < Self.sure, !first.isDictated else { return (first, confidence) }
        let second = try await pair.careful.decode(samples)
        return (second, SphinxConfidence.careful.confidence(of: second))
    }
}
