import PocketSphinx

/// Looks for the sentences of one grammar in a turn.
struct SphinxCommandSearch: Sendable {
    /// A quick result this sure needs no second look.
    private static let sure = 0.85
    /// With fewer words it needs one all the same: the quick search takes other speech for a single long word.
    private static let enoughWords = 2
    /// Below this, what was learnt from others may be what does not fit: the turn is heard as by one who has learnt nothing.
    private static let doubtful = 0.35
    /// So sure must such a hearing be to count.
    private static let credible = 0.35

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
        stream = SphinxDecoder(model: model, settings: .stream, search: search)
        clear = Pair(model: model, search: search, adaptation: adaptations?.clear, isNoisy: false)
        noisy = Pair(model: model, search: search, adaptation: adaptations?.noisy, isNoisy: true)
    }

    /// Reads the model and builds the searches that every turn needs.
    func load() async throws {
        async let first: Void = stream.load()
        async let second: Void = clear.quick.load()
        _ = try await (first, second)
    }

    /// Builds those for doubts and noise, until the task is cancelled: the first such turn shall not wait for all of it.
    func loadRest() async {
        for decoder in [clear.careful, noisy.careful] where !Task.isCancelled {
            // What fails here fails again when it is needed, and is told then.
            try? await decoder.load()
        }
    }

    /// What was said in a whole turn, and how sure that is.
    func decode(_ samples: [Int16]) async throws -> Finding {
        let pair = pair(for: samples)
        let isQuiet = SoundLevel.isQuiet(samples)
        let means = await pair.adaptation?.means
        var first: SphinxHypothesis?
        // In noise a quick search is never sure.
        if !pair.isNoisy {
            let found = try await pair.quick.decode(samples, with: means)
            let confidence = SphinxConfidence.quick.confidence(of: found)
            let isSure = confidence >= Self.sure && found.words.count >= Self.enoughWords
            guard !isSure, !found.isDictated else {
                return Finding(hypothesis: found, confidence: confidence)
            }
            first = found
        }
        let found = try await pair.careful.decode(samples, with: means)
        let confidence = self.confidence(of: found, isQuiet: isQuiet)
        if means != nil, confidence < Self.doubtful {
            let plain = try await pair.careful.decode(samples, with: nil)
            let sureness = self.confidence(of: plain, isQuiet: isQuiet)
            // Dictation is always to be had.
            if sureness >= Self.credible, !plain.isDictated {
                return Finding(hypothesis: plain, confidence: sureness, first: first)
            }
        }
        return Finding(hypothesis: found, confidence: confidence, first: first)
    }

    /// Learns the voice and the room from a turn whose words are believed.
    func learn(_ hypothesis: SphinxHypothesis, from samples: [Int16]) async throws {
        let pair = pair(for: samples)
        guard let adaptation = pair.adaptation, !hypothesis.isOpen else { return }
        let decoder = pair.isNoisy ? pair.careful : pair.quick
        let sound = try await decoder.sound(of: samples)
        await adaptation.learn(sound.placed(hypothesis), sound.cepstra, pronunciations)
    }

    private func confidence(of hypothesis: SphinxHypothesis, isQuiet: Bool) -> Double {
        SphinxConfidence.careful(isQuiet: isQuiet, isOpen: hypothesis.isOpen).confidence(of: hypothesis, pronunciations)
    }

    private func pair(for samples: [Int16]) -> Pair { SoundLevel.isNoisy(samples) ? noisy : clear }
}
