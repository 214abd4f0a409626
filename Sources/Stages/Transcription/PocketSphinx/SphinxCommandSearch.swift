import SaybusPocketSphinx
import SaybusSpeechSignal

/// A search for the sentences of one grammar in the sound of turns.
struct SphinxCommandSearch: Sendable {
    /// The minimum confidence of a quick search's result that needs no careful search.
    private static let sufficientConfidence = 0.85
    /// The minimum number of words of such a result, since the quick search mistakes other speech for one long word.
    private static let sufficientWords = 2
    /// The confidence below which adaptation to other speakers may be at fault, so that the turn is searched
    /// without it.
    private static let doubtfulConfidence = 0.35
    /// The minimum confidence for the search without adaptation to count.
    private static let credibleConfidence = 0.35

    /// The decoder for the sound of an open turn.
    let stream: SphinxDecoder
    /// The decoder for a whole turn.
    private let quick: SphinxDecoder
    /// The decoder for a whole turn whose quick search leaves a doubt.
    private let careful: SphinxDecoder
    private let acoustics: AcousticModel?
    private let adaptations: SpeakerAdaptations?
    private let pronunciations: [String: [Pronunciation]]
    private let openWords: OpenSlotDecoder
    private let decoys: DecoySentences?
    private let verifier: UtteranceVerifier

    /// - Parameters:
    ///   - meanings: The meanings of the grammar's sentences.
    ///   - wordWeight: The weight of each word of the grammar: see ``SphinxGrammar/wordWeight``.
    ///   - language: The language model of general English, for open parameters.
    ///   - acoustics: The acoustic model; nil when only the library can compute it.
    ///   - adaptations: The adaptation to speakers and rooms.
    ///   - decoys: Sentences that no command has; nil for a language without them.
    init(
        model: SphinxModel, grammar: WordAutomaton, meanings: SentenceMeanings,
        wordWeight: Int = 0, pronunciations: [String: [Pronunciation]], language: SphinxDecoder,
        acoustics: AcousticModel?, adaptations: SpeakerAdaptations?, decoys: DecoySentences?
    ) {
        self.decoys = decoys
        openWords = OpenSlotDecoder(language: language, grammar: grammar)
        (self.pronunciations, self.acoustics, self.adaptations) = (pronunciations, acoustics, adaptations)
        let search = SphinxSearch.grammar(SphinxGrammar(grammar, pronunciations, wordWeight: wordWeight))
        stream = SphinxDecoder(model: model, settings: .stream, search: search)
        quick = SphinxDecoder(model: model, settings: .quick, search: search)
        careful = SphinxDecoder(model: model, settings: .careful, search: search)
        verifier = UtteranceVerifier(
            decoder: careful, acoustics: acoustics, grammar: grammar, meanings: meanings,
            pronunciations: pronunciations, decoys: decoys)
    }

    /// Loads the model and builds the searches that every turn needs.
    func load() async throws {
        async let first: Void = stream.load()
        async let second: Void = quick.load()
        _ = try await (first, second)
    }

    /// Builds the careful search, so that the first turn that needs it does not wait.
    func loadRest() async {
        // A failure here happens again at first use, and is reported then.
        if let decoys { try? await careful.add(others: decoys.grammar) } else { try? await careful.load() }
    }

    /// Searches a whole turn.
    func find(in turn: [Int16]) async throws -> Finding {
        let padded = PaddedTurn(turn)
        let samples = padded.samples
        // By the turn alone, since the padding is softer than any room.
        var finding = try await decode(samples, isQuiet: SoundLevel.isQuiet(turn))
        let scores = finding.scores
        finding.scores = nil
        guard SoundLevel.hasVoice(finding.hypothesis.sound(in: samples)) else {
            // Bursts of noise fit short words whose vowels are passed through quickly.
            finding.confidence = 0
            return finding
        }
        if !finding.hypothesis.isOpen {
            try Task.checkCancellation()
            finding = try await verifier.verified(finding, samples, scores)
            finding.filled = finding.hypothesis
        } else if let (words, confidence) = try await openWords.filled(finding, from: samples) {
            (finding.filled, finding.confidence) = (words, confidence)
        }
        finding.filled = finding.filled.map(padded.unpadded)
        return finding
    }

    /// Returns the possible end of a turn that a partial result shows; nil when the turn seems to go on.
    func moment(of partial: SphinxHypothesis, length: Int) -> EndpointCandidate? {
        EndpointCandidate(partial, length: length, of: openWords.grammar)
    }

    private func decode(_ samples: [Int16], isQuiet: Bool) async throws -> Finding {
        // In a quiet room enhancement would only remove soft speech, such as the end of "off".
        let sound = try await quick.sound(of: isQuiet ? samples : SpeechEnhancer().enhance(samples))
        try Task.checkCancellation()
        let means = await adaptations?.adaptation(isQuiet: isQuiet).means
        // With noise the careful search is needed anyway, and is fast with the scores that this process computes.
        let first = isQuiet || acoustics == nil ? try await quickFinding(sound, means, isQuiet) : nil
        if let first, Self.isSufficient(first) { return first }
        try Task.checkCancellation()
        let found = try await carefulFinding(sound, means, isQuiet, first)
        if means != nil, found.confidence < Self.doubtfulConfidence {
            try Task.checkCancellation()
            let plain = try await carefulFinding(sound, nil, isQuiet, first)
            // A hypothesis of phones only does not count, since it fits any speech.
            if plain.confidence >= Self.credibleConfidence, !plain.hypothesis.isDictated { return plain }
        }
        return found
    }

    /// Returns whether a quick search's result needs no careful search.
    private static func isSufficient(_ first: Finding) -> Bool {
        let (hypothesis, isSure) = (first.hypothesis, first.confidence >= sufficientConfidence)
        // The scores of a quick search tell little of words after the sentence.
        let isPlain = hypothesis.corrections().isEmpty
        return hypothesis.isDictated || isSure && isPlain && hypothesis.words.count >= sufficientWords
    }

    private func quickFinding(_ sound: SphinxSound, _ means: AdaptedMeans?, _ isQuiet: Bool) async throws -> Finding {
        let hypothesis = try await quick.decode(sound, with: means)
        return Finding(
            hypothesis: hypothesis, confidence: quickConfidence(of: hypothesis, isQuiet: isQuiet), sound: sound,
            isQuiet: isQuiet, means: means)
    }

    private func carefulFinding(
        _ sound: SphinxSound, _ means: AdaptedMeans?, _ isQuiet: Bool, _ first: Finding?
    ) async throws -> Finding {
        var scores: SenoneScores?
        let hypothesis: SphinxHypothesis
        if let acoustics {
            scores = await careful.scores(
                of: sound, by: acoustics, with: means?.columns, weights: isQuiet ? .even : .noisy)
            hypothesis =
                if let scores { try await careful.decode(sound, by: scores) } else { SphinxHypothesis(segments: []) }
        } else {
            hypothesis = try await careful.decode(sound)
        }
        let confidence = SphinxConfidence.careful(isQuiet: isQuiet, isOpen: hypothesis.isOpen)
        return Finding(
            hypothesis: hypothesis,
            confidence: hypothesis.phoneLoopComparison?.confidence
                ?? confidence.confidence(of: hypothesis, pronunciations),
            quickHypothesis: first?.hypothesis, sound: sound, isQuiet: isQuiet, means: means, scores: scores)
    }

    /// Returns the confidence of a quick search's hypothesis, 0…1.
    func quickConfidence(of hypothesis: SphinxHypothesis, isQuiet: Bool) -> Double {
        SphinxConfidence.quick(isQuiet: isQuiet).confidence(of: hypothesis, pronunciations)
    }

    /// Adapts to the voice and the room with a turn whose words are trusted.
    func learn(_ finding: Finding) async {
        guard let adaptations, !finding.hypothesis.isOpen else { return }
        let sound = finding.sound
        await adaptations.adaptation(isQuiet: finding.isQuiet)
            .learn(sound.indexed(finding.hypothesis), sound.cepstra, pronunciations)
    }
}
