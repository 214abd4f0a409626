/// Looks for the sentences of one grammar in a turn.
struct SphinxCommandSearch: Sendable {
    /// A quick result this sure needs no second look.
    private static let sure = 0.8

    /// What was found in a whole turn.
    struct Finding: Sendable {
        var hypothesis: SphinxHypothesis
        /// How sure it is, 0…1.
        var confidence: Double
        /// What the quick look has found, after which a second was needed; nil when none was.
        var first: SphinxHypothesis?
    }

    /// Decodes while the turn goes on.
    let stream: SphinxDecoder
    private let quick: SphinxDecoder
    private let careful: SphinxDecoder
    private let adaptation: SpeakerAdaptation?
    private let pronunciations: [String: [Pronunciation]]

    init(
        model: SphinxModel, grammar: WordAutomaton, pronunciations: [String: [Pronunciation]],
        adaptation: SpeakerAdaptation?
    ) {
        (self.adaptation, self.pronunciations) = (adaptation, pronunciations)
        let search = SphinxSearch.grammar(grammar, pronunciations)
        stream = SphinxDecoder(model: model, settings: .stream, search: search)
        quick = SphinxDecoder(model: model, settings: .quick, search: search)
        careful = SphinxDecoder(model: model, settings: .careful, search: search)
    }

    /// Reads the model and builds the searches that every turn needs; that for doubts follows when first needed.
    func load() async throws {
        async let first: Void = stream.load()
        async let second: Void = quick.load()
        _ = try await (first, second)
    }

    /// What was said in a whole turn, and how sure that is.
    func decode(_ samples: [Int16]) async throws -> Finding {
        let transform = await adaptation?.transform
        let first = try await quick.decode(samples, with: transform)
        let confidence = SphinxConfidence.quick.confidence(of: first)
        guard confidence < Self.sure, !first.isDictated else {
            return Finding(hypothesis: first, confidence: confidence)
        }
        let second = try await careful.decode(samples, with: transform)
        return Finding(
            hypothesis: second, confidence: SphinxConfidence.careful.confidence(of: second), first: first)
    }

    /// Learns the voice and the room from a turn whose words are believed.
    func learn(_ hypothesis: SphinxHypothesis, from samples: [Int16]) async throws {
        guard let adaptation, !hypothesis.isOpen else { return }
        let sound = try await quick.sound(of: samples)
        await adaptation.learn(sound.placed(hypothesis), sound.cepstra, pronunciations)
    }
}
