import Enhancement
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
        /// Whether there is no noise in it.
        let isQuiet: Bool
    }

    /// Decodes while the turn goes on.
    let stream: SphinxDecoder
    private let quick: SphinxDecoder
    private let careful: SphinxDecoder
    private let adaptations: SpeakerAdaptations?
    private let pronunciations: [String: [Pronunciation]]

    init(
        model: SphinxModel, grammar: WordAutomaton, pronunciations: [String: [Pronunciation]],
        adaptations: SpeakerAdaptations?
    ) {
        (self.pronunciations, self.adaptations) = (pronunciations, adaptations)
        let search = SphinxSearch.grammar(grammar, pronunciations)
        stream = SphinxDecoder(model: model, settings: .stream, search: search)
        quick = SphinxDecoder(model: model, settings: .quick, search: search)
        careful = SphinxDecoder(model: model, settings: .careful, search: search)
    }

    /// Reads the model and builds the searches that every turn needs.
    func load() async throws {
        async let first: Void = stream.load()
        async let second: Void = quick.load()
        _ = try await (first, second)
    }

    /// Builds the one for doubts: the first such turn shall not wait for it.
    func loadRest() async {
        // What fails here fails again when it is needed, and is told then.
        try? await careful.load()
    }

    /// What was said in a whole turn, and how sure that is.
    func decode(_ samples: [Int16]) async throws -> Finding {
        let isQuiet = SoundLevel.isQuiet(samples)
        // In a quiet room there is nothing to take out but soft speech, such as the end of "off".
        let sound = try await quick.sound(of: isQuiet ? samples : SpeechEnhancer().enhance(samples))
        let means = await adaptations?.adaptation(isQuiet: isQuiet).means
        func finding(_ hypothesis: SphinxHypothesis, _ confidence: Double, _ first: SphinxHypothesis? = nil) -> Finding
        {
            Finding(hypothesis: hypothesis, confidence: confidence, first: first, sound: sound, isQuiet: isQuiet)
        }
        let first = try await quick.decode(sound, with: means)
        let sureness = self.sureness(of: first, isQuiet: isQuiet)
        let isSure = sureness >= Self.sure && first.words.count >= Self.enoughWords
        guard !isSure, !first.isDictated else { return finding(first, sureness) }

        let found = try await careful.decode(sound, with: means)
        let confidence = self.confidence(of: found, isQuiet: isQuiet)
        if means != nil, confidence < Self.doubtful {
            let plain = try await careful.decode(sound, with: nil)
            let confidence = self.confidence(of: plain, isQuiet: isQuiet)
            // Dictation is always to be had.
            if confidence >= Self.credible, !plain.isDictated { return finding(plain, confidence, first) }
        }
        return finding(found, confidence, first)
    }

    /// How sure what a quick search has found is, 0…1.
    func sureness(of hypothesis: SphinxHypothesis, isQuiet: Bool) -> Double {
        SphinxConfidence.quick(isQuiet: isQuiet).confidence(of: hypothesis, pronunciations)
    }

    /// Learns the voice and the room from a turn whose words are believed.
    func learn(_ finding: Finding) async {
        guard let adaptations, !finding.hypothesis.isOpen else { return }
        let sound = finding.sound
        await adaptations.adaptation(isQuiet: finding.isQuiet)
            .learn(sound.placed(finding.hypothesis), sound.cepstra, pronunciations)
    }

    private func confidence(of hypothesis: SphinxHypothesis, isQuiet: Bool) -> Double {
        SphinxConfidence.careful(isQuiet: isQuiet, isOpen: hypothesis.isOpen).confidence(of: hypothesis, pronunciations)
    }
}
