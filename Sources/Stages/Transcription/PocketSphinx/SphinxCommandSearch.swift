import SaybusPocketSphinx
import SaybusSpeechSignal

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
        /// The hypothesis, with the language model's words where phones stand for any; nil when it has phones that are no words.
        var filled: SphinxHypothesis?
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
    private let acoustics: AcousticModel?
    private let adaptations: SpeakerAdaptations?
    private let pronunciations: [String: [Pronunciation]]
    private let openWords: OpenWords

    /// - Parameters:
    ///   - language: General English, for parameters that take any words.
    ///   - acoustics: The model's acoustics; nil when only the library can compute them.
    ///   - adaptations: What was learned of those who speak.
    init(
        model: SphinxModel, grammar: WordAutomaton, pronunciations: [String: [Pronunciation]],
        language: SphinxDecoder, acoustics: AcousticModel?, adaptations: SpeakerAdaptations?
    ) {
        openWords = OpenWords(language: language, grammar: grammar)
        (self.pronunciations, self.acoustics, self.adaptations) = (pronunciations, acoustics, adaptations)
        let search = SphinxSearch.grammar(SphinxGrammar(grammar, pronunciations))
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
    func find(in samples: [Int16]) async throws -> Finding {
        var finding = try await decode(samples)
        guard SoundLevel.hasVoice(finding.hypothesis.sound(in: samples)) else {
            // Bursts of noise fit short words whose vowels are passed through in haste.
            finding.confidence = 0
            return finding
        }
        if !finding.hypothesis.isOpen {
            finding.filled = finding.hypothesis
        } else if let (words, confidence) = try await openWords.filled(finding, from: samples) {
            (finding.filled, finding.confidence) = (words, confidence)
        }
        return finding
    }

    /// The moment that a turn has come to; nil when it seems to go on.
    func moment(of partial: SphinxHypothesis, length: Int) -> TurnMoment? {
        TurnMoment(partial, length: length, of: openWords.grammar)
    }

    private func decode(_ samples: [Int16]) async throws -> Finding {
        let isQuiet = SoundLevel.isQuiet(samples)
        // In a quiet room there is nothing to take out but soft speech, such as the end of "off".
        let sound = try await quick.sound(of: isQuiet ? samples : SpeechEnhancer().enhance(samples))
        try Task.checkCancellation()
        let means = await adaptations?.adaptation(isQuiet: isQuiet).means
        // Noise leaves doubts: then the careful look is the shorter way, if the scores are ours.
        let first = isQuiet || acoustics == nil ? try await quickFinding(sound, means, isQuiet) : nil
        if let first, Self.isEnough(first) { return first }
        try Task.checkCancellation()
        let found = try await carefulFinding(sound, means, isQuiet, first)
        if means != nil, found.confidence < Self.doubtful {
            try Task.checkCancellation()
            let plain = try await carefulFinding(sound, nil, isQuiet, first)
            // Dictation is always to be had.
            if plain.confidence >= Self.credible, !plain.hypothesis.isDictated { return plain }
        }
        return found
    }

    /// Whether what the quick look has found needs no second one.
    private static func isEnough(_ first: Finding) -> Bool {
        let (hypothesis, isSure) = (first.hypothesis, first.confidence >= sure)
        return hypothesis.isDictated || isSure && hypothesis.words.count >= enoughWords
    }

    private func quickFinding(_ sound: SphinxSound, _ means: AdaptedMeans?, _ isQuiet: Bool) async throws -> Finding {
        let hypothesis = try await quick.decode(sound, with: means)
        return Finding(
            hypothesis: hypothesis, confidence: sureness(of: hypothesis, isQuiet: isQuiet), sound: sound,
            isQuiet: isQuiet)
    }

    private func carefulFinding(
        _ sound: SphinxSound, _ means: AdaptedMeans?, _ isQuiet: Bool, _ first: Finding?
    ) async throws -> Finding {
        let hypothesis =
            if let acoustics {
                try await careful.decode(
                    sound, by: acoustics, with: means?.columns, weights: isQuiet ? .even : .noisy)
            } else {
                try await careful.decode(sound)
            }
        let confidence = SphinxConfidence.careful(isQuiet: isQuiet, isOpen: hypothesis.isOpen)
        return Finding(
            hypothesis: hypothesis,
            confidence: hypothesis.proof?.confidence ?? confidence.confidence(of: hypothesis, pronunciations),
            first: first?.hypothesis, sound: sound, isQuiet: isQuiet)
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
}
