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
        /// The turn as it was taken in.
        let sound: SphinxSound
        /// Whether noise was taken out of it.
        let isNoisy: Bool
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
        /// Takes sound in for both of them, which do it alike; in noise the quick one is never loaded.
        var frontEnd: SphinxDecoder { isNoisy ? careful : quick }

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
        let pair = SoundLevel.isNoisy(samples) ? noisy : clear
        let isQuiet = SoundLevel.isQuiet(samples)
        let sound = try await pair.frontEnd.sound(of: samples)
        let means = await pair.adaptation?.means
        func finding(_ hypothesis: SphinxHypothesis, _ confidence: Double, _ first: SphinxHypothesis? = nil) -> Finding
        {
            Finding(
                hypothesis: hypothesis, confidence: confidence, first: first, sound: sound, isNoisy: pair.isNoisy)
        }
        var first: SphinxHypothesis?
        // In noise a quick search is never sure.
        if !pair.isNoisy {
            let found = try await pair.quick.decode(sound, with: means)
            let confidence = SphinxConfidence.quick.confidence(of: found)
            let isSure = confidence >= Self.sure && found.words.count >= Self.enoughWords
            guard !isSure, !found.isDictated else { return finding(found, confidence) }
            first = found
        }
        let found = try await pair.careful.decode(sound, with: means)
        let confidence = self.confidence(of: found, isQuiet: isQuiet)
        if means != nil, confidence < Self.doubtful {
            let plain = try await pair.careful.decode(sound, with: nil)
            let sureness = self.confidence(of: plain, isQuiet: isQuiet)
            // Dictation is always to be had.
            if sureness >= Self.credible, !plain.isDictated { return finding(plain, sureness, first) }
        }
        return finding(found, confidence, first)
    }

    /// Learns the voice and the room from a turn whose words are believed.
    func learn(_ finding: Finding) async {
        guard let adaptation = (finding.isNoisy ? noisy : clear).adaptation, !finding.hypothesis.isOpen else { return }
        let sound = finding.sound
        await adaptation.learn(sound.placed(finding.hypothesis), sound.cepstra, pronunciations)
    }

    private func confidence(of hypothesis: SphinxHypothesis, isQuiet: Bool) -> Double {
        SphinxConfidence.careful(isQuiet: isQuiet, isOpen: hypothesis.isOpen).confidence(of: hypothesis, pronunciations)
    }
}
