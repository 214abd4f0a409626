import PocketSphinx

/// Looks for the sentences of one grammar in a turn.
struct SphinxCommandSearch: Sendable {
    /// A quick result this sure needs no second look.
    private static let sure = 0.8

    /// Decodes while the turn goes on.
    let stream: SphinxDecoder
    private let clear: Pair
    private let noisy: Pair

    private let pronunciations: [String: [Pronunciation]]

    private struct Pair: Sendable {
        let quick: SphinxDecoder
        let careful: SphinxDecoder
        let adaptation: SpeakerAdaptation?
        let isNoisy: Bool

        init(model: SphinxModel, search: SphinxSearch, adaptation: SpeakerAdaptation?, isNoisy: Bool) {
            (self.adaptation, self.isNoisy) = (adaptation, isNoisy)
            quick = SphinxDecoder(model: model, settings: .quick(isNoisy: isNoisy), search: search)
            careful = SphinxDecoder(model: model, settings: .careful(isNoisy: isNoisy), search: search)
        }
    }

    init(
        model: SphinxModel, grammar: WordAutomaton, pronunciations: [String: [Pronunciation]],
        adaptations: SpeakerAdaptations?
    ) {
        self.pronunciations = pronunciations
        let search = SphinxSearch.grammar(grammar, pronunciations)
        // Without the mean of the whole, sound that noise was taken out of is the one nearer to the model's own mean.
        stream = SphinxDecoder(model: model, settings: .quick(isNoisy: true), search: search)
        clear = Pair(model: model, search: search, adaptation: adaptations?.clear, isNoisy: false)
        noisy = Pair(model: model, search: search, adaptation: adaptations?.noisy, isNoisy: true)
    }

    /// Reads the model and builds the searches that every turn needs; the others follow when first needed.
    func load() async throws {
        for decoder in [stream, clear.quick] { try await decoder.load() }
    }

    /// What was said in a whole turn, and how sure that is.
    func decode(_ samples: [Int16]) async throws -> (SphinxHypothesis, confidence: Double) {
        let pair = pair(for: samples)
        let transform = await pair.adaptation?.transform
        // In noise a quick search loses the right words early, and is sure of others.
        if !pair.isNoisy {
            let first = try await pair.quick.decode(samples, with: transform)
            let confidence = SphinxConfidence.quick.confidence(of: first)
            guard confidence < Self.sure, !first.isDictated else { return (first, confidence) }
        }
        let second = try await pair.careful.decode(samples, with: transform)
        return (second, SphinxConfidence.careful.confidence(of: second))
    }

    /// Learns the voice and the room from a turn whose words are believed.
    func learn(_ hypothesis: SphinxHypothesis, from samples: [Int16]) async throws {
        let pair = pair(for: samples)
        guard let adaptation = pair.adaptation, !hypothesis.isOpen else { return }
        await adaptation.learn(hypothesis, try await pair.quick.cepstra(of: samples), pronunciations)
    }

    private func pair(for samples: [Int16]) -> Pair { SoundLevel.isNoisy(samples) ? noisy : clear }
}
