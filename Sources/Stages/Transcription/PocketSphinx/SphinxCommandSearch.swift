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

    /// The outcome of searching a whole turn.
    struct Finding: Sendable {
        var hypothesis: SphinxHypothesis
        /// The confidence, 0…1.
        var confidence: Double
        /// The hypothesis with the language model's words in place of phones; nil when phones remain.
        var filled: SphinxHypothesis?
        /// The quick search's hypothesis when a careful search followed; else nil.
        var quickHypothesis: SphinxHypothesis?
        /// The turn's sound as the front end delivered it.
        let sound: SphinxSound
        /// Whether the turn's sound has almost no noise.
        let isQuiet: Bool
        /// The adaptation with which the sound was searched; nil for the model's own means.
        let means: AdaptedMeans?
        /// The scores of the sound's senones, about 1 MB a second, until the turn is searched; nil when only the
        /// library computed them.
        var scores: SenoneScores?
        /// The most likely sentence that differs in one word and in what it means, and its probability, 0…1.
        var competitor: (hypothesis: SphinxHypothesis, probability: Double)?
        /// The probability that words were said which no command has, 0…1.
        var decoyProbability = 0.0

        /// Whether nothing else is likely, so that the voice can be learnt from the words.
        var isClear: Bool {
            max(competitor?.probability ?? 0, decoyProbability) < SphinxCommandSearch.mostDoubt
        }
    }

    /// The probability of something else below which a result is clear.
    private static let mostDoubt = 0.2

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
    private let meanings: SentenceMeanings
    private let decoys: DecoySentences?

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
        (self.meanings, self.decoys) = (meanings, decoys)
        openWords = OpenSlotDecoder(language: language, grammar: grammar)
        (self.pronunciations, self.acoustics, self.adaptations) = (pronunciations, acoustics, adaptations)
        let search = SphinxSearch.grammar(SphinxGrammar(grammar, pronunciations, wordWeight: wordWeight))
        stream = SphinxDecoder(model: model, settings: .stream, search: search)
        quick = SphinxDecoder(model: model, settings: .quick, search: search)
        careful = SphinxDecoder(model: model, settings: .careful, search: search)
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
    func find(in samples: [Int16]) async throws -> Finding {
        var finding = try await decode(samples)
        let scores = finding.scores
        finding.scores = nil
        guard SoundLevel.hasVoice(finding.hypothesis.sound(in: samples)) else {
            // Bursts of noise fit short words whose vowels are passed through quickly.
            finding.confidence = 0
            return finding
        }
        if !finding.hypothesis.isOpen {
            try Task.checkCancellation()
            // In noise, words after a command are as likely those of somebody else.
            let isCorrected = finding.isQuiet && SpokenCorrection.follows(finding.hypothesis, in: samples)
            finding = try await rated(finding, scores)
            if isCorrected { finding.confidence = min(finding.confidence, SpokenCorrection.confidence) }
            finding.filled = finding.hypothesis
        } else if let (words, confidence) = try await openWords.filled(finding, from: samples) {
            (finding.filled, finding.confidence) = (words, confidence)
        }
        return finding
    }

    /// Compares the sentence with others that may have been said. Its confidence is at most its probability.
    /// - Parameter scores: The scores of the sound's senones; nil when they are not computed yet.
    private func rated(_ finding: Finding, _ scores: SenoneScores?) async throws -> Finding {
        let words = finding.hypothesis.words.map(\.name)
        let comparison = SentenceComparison(
            of: words, grammar: openWords.grammar, meanings: meanings, pronunciations)
        let isShort = decoys?.concern(words) ?? false
        guard let acoustics, comparison != nil || isShort else { return finding }
        try Task.checkCancellation()
        let known =
            if let scores { scores } else {
                await self.scores(of: finding.sound, by: acoustics, finding.means, isQuiet: finding.isQuiet)
            }
        guard let known else { return finding }
        var result = finding
        if let comparison { result = try await compared(result, comparison, known) }
        return isShort ? try await comparedWithDecoys(result, known) : result
    }

    /// The frames around the words in which a decoy may still be heard.
    private static let margin = 3

    /// Compares the sentence with sentences of common words.
    private func comparedWithDecoys(_ finding: Finding, _ scores: SenoneScores) async throws -> Finding {
        guard let decoys, finding.confidence >= SphinxConfidence.threshold else { return finding }
        try Task.checkCancellation()
        try await careful.add(others: decoys.grammar)
        let sentence = WordAutomaton(sentence: finding.hypothesis.words.map(\.name))
        // Without the pauses: thousands of decoys fit silence better than a command does.
        let scores = scores.cut(to: finding.sound.indexed(finding.hypothesis).wordFrames(margin: Self.margin))
        let own = try await careful.bestSentences(
            of: [SphinxGrammar(sentence, pronunciations)], in: finding.sound, by: scores)[0]
        guard !own.words.isEmpty else { return finding }
        let probability = DecoySentences.probability(
            of: own, beside: try await careful.bestOther(in: finding.sound, by: scores))
        var result = finding
        result.confidence = min(finding.confidence, probability)
        result.decoyProbability = 1 - probability
        return result
    }

    /// Compares the sentence with those that mean something else by one word. The most likely one counts.
    private func compared(
        _ finding: Finding, _ comparison: SentenceComparison, _ scores: SenoneScores
    ) async throws -> Finding {
        let best = try await careful.bestSentences(
            of: [comparison.own, comparison.others], in: finding.sound, by: scores)
        let (own, other) = (best[0], best[1])
        guard !own.words.isEmpty, !other.words.isEmpty else { return finding }
        let probability = SentenceComparison.probability(of: own, beside: other, isQuiet: finding.isQuiet)
        var result = finding
        guard probability < 0.5 else {
            result.competitor = (other, 1 - probability)
            result.confidence = min(finding.confidence, probability)
            return result
        }
        (result.hypothesis, result.competitor) = (other, (finding.hypothesis, probability))
        let fit = SphinxConfidence.careful(isQuiet: finding.isQuiet).confidence(of: other, pronunciations)
        result.confidence = min(fit, 1 - probability)
        return result
    }

    /// Returns the possible end of a turn that a partial result shows; nil when the turn seems to go on.
    func moment(of partial: SphinxHypothesis, length: Int) -> EndpointCandidate? {
        EndpointCandidate(partial, length: length, of: openWords.grammar)
    }

    private func decode(_ samples: [Int16]) async throws -> Finding {
        let isQuiet = SoundLevel.isQuiet(samples)
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
            scores = await self.scores(of: sound, by: acoustics, means, isQuiet: isQuiet)
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

    private func scores(
        of sound: SphinxSound, by acoustics: AcousticModel, _ means: AdaptedMeans?, isQuiet: Bool
    ) async -> SenoneScores? {
        await careful.scores(
            of: sound, by: acoustics, with: means?.columns, weights: isQuiet ? .even : .noisy)
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
