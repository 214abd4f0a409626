import SaybusPocketSphinx

/// Verification of the sentence that a search found, against what else may have been said in the same sound.
///
/// A grammar search finds the best of its sentences, and how well that one fits tells little of others: of a similar
/// sentence, of words that no command has, of half a command, and of speech beside the command. Each is compared by
/// scores of the same sound. (Sukkar and Lee, "Vocabulary independent discriminative utterance verification", 1996,
/// compare with anti-models in the same way.)
struct UtteranceVerifier: Sendable {
    typealias Finding = SphinxCommandSearch.Finding

    /// The decoder of careful searches, whose dictionary has the words of all sentences.
    let decoder: SphinxDecoder
    /// The acoustic model; nil when only the library can compute it, so that no scores are compared.
    let acoustics: AcousticModel?
    /// The grammar of the commands.
    let grammar: WordAutomaton
    let meanings: SentenceMeanings
    let pronunciations: [String: [Pronunciation]]
    /// Sentences that no command has; nil for a language without them.
    let decoys: DecoySentences?

    /// Returns a finding with the confidence that the comparisons leave, or with the sentence that is likelier.
    /// - Parameters:
    ///   - finding: The finding, whose sentence has no open words.
    ///   - samples: The turn's samples.
    ///   - scores: The scores of the sound's senones; nil when they are not computed yet.
    func verified(_ finding: Finding, _ samples: [Int16], _ scores: SenoneScores?) async throws -> Finding {
        let words = finding.hypothesis.words.map(\.name)
        let comparison = SentenceComparison(of: words, grammar: grammar, meanings: meanings, pronunciations)
        let isQuiet = finding.isQuiet
        let isShort = decoys?.concern(words, isQuiet: isQuiet) ?? false
        // In noise, words beside a command are as likely those of somebody else, and silence is as loud as its end.
        let hasBeginning = isQuiet && words.count > 1
        let hasSurroundings = isQuiet && finding.hypothesis.hasLoudSurroundings(in: samples)
        guard comparison != nil || isShort || isQuiet, let scores = try await known(scores, of: finding) else {
            return Self.withoutScores(finding, samples)
        }
        var result = finding
        // The sentence in the whole sound, with which others are compared.
        var own = SphinxHypothesis(segments: [])
        if comparison != nil || isQuiet { own = try await best(of: sentence(of: finding), in: finding, scores) }
        if let comparison { (result, own) = try await compared(result, own, comparison, scores) }
        if isShort { result = try await comparedWithDecoys(result, scores) }
        if hasBeginning { result = try await comparedWithBeginning(result, own, scores) }
        var fit = own
        if hasSurroundings, result.confidence >= SphinxConfidence.threshold {
            try Task.checkCancellation()
            fit = try await decoder.surroundings(of: sentence(of: result), in: result.sound, by: scores)
            result = comparedWithSurroundings(result, fit, samples)
        }
        if isQuiet { result = try await comparedWithPhones(result, fit, samples, scores) }
        return result
    }

    /// Returns a finding with the confidence that words of correction leave which its own search has found.
    static func withoutScores(_ finding: Finding, _ samples: [Int16]) -> Finding {
        guard finding.isQuiet, SpokenCorrection.follows(finding.hypothesis, in: samples) else { return finding }
        var result = finding
        result.confidence = min(finding.confidence, SpokenCorrection.confidence)
        return result
    }

    private func known(_ scores: SenoneScores?, of finding: Finding) async throws -> SenoneScores? {
        guard scores == nil, let acoustics else { return scores }
        try Task.checkCancellation()
        return await decoder.scores(
            of: finding.sound, by: acoustics, with: finding.means?.columns,
            weights: finding.isQuiet ? .even : .noisy)
    }

    /// Compares the sentence with those that mean something else by one word. The most likely one counts.
    /// - Parameter own: The sentence in the whole sound.
    /// - Returns: The finding, and its sentence in the whole sound.
    private func compared(
        _ finding: Finding, _ own: SphinxHypothesis, _ comparison: SentenceComparison, _ scores: SenoneScores
    ) async throws -> (Finding, own: SphinxHypothesis) {
        let other = try await best(of: comparison.others, in: finding, scores)
        guard !own.words.isEmpty, !other.words.isEmpty else { return (finding, own) }
        let probability = SentenceComparison.probability(of: own, beside: other, isQuiet: finding.isQuiet)
        var result = finding
        guard probability < 0.5 else {
            result.competitor = (other, 1 - probability)
            result.confidence = min(finding.confidence, probability)
            return (result, own)
        }
        (result.hypothesis, result.competitor) = (other, (finding.hypothesis, probability))
        let fit = SphinxConfidence.careful(isQuiet: finding.isQuiet).confidence(of: other, pronunciations)
        result.confidence = min(fit, 1 - probability)
        return (result, other)
    }

    /// The frames around the words in which a decoy may still be heard.
    private static let margin = 3

    /// Compares the sentence with sentences of common words.
    private func comparedWithDecoys(_ finding: Finding, _ scores: SenoneScores) async throws -> Finding {
        guard let decoys, finding.confidence >= SphinxConfidence.threshold else { return finding }
        try Task.checkCancellation()
        try await decoder.add(others: decoys.grammar)
        // Without the pauses: thousands of decoys fit silence better than a command does.
        let scores = scores.cut(to: finding.sound.indexed(finding.hypothesis).wordFrames(margin: Self.margin))
        let own = try await best(of: sentence(of: finding), in: finding, scores)
        guard !own.words.isEmpty else { return finding }
        let probability = decoys.probability(
            of: own, beside: try await decoder.bestOther(in: finding.sound, by: scores))
        var result = finding
        result.confidence = min(finding.confidence, probability)
        result.decoyProbability = 1 - probability
        return result
    }

    /// The highest confidence of a sentence whose beginning alone is likelier, at which the user is asked.
    private static let incomplete = 0.3

    /// Compares the sentence with its own beginning. After half a command, a grammar search finds the shortest words
    /// that may follow in the silence.
    /// - Parameter own: The sentence in the whole sound.
    private func comparedWithBeginning(
        _ finding: Finding, _ own: SphinxHypothesis, _ scores: SenoneScores
    ) async throws -> Finding {
        let words = finding.hypothesis.words.map(\.name)
        guard finding.confidence >= SphinxConfidence.threshold, !own.words.isEmpty,
            let beginning = WordAutomaton(beginningsOf: words)
        else { return finding }
        let part = try await best(of: SphinxGrammar(beginning, pronunciations), in: finding, scores)
        guard !part.words.isEmpty, part.score > own.score else { return finding }
        var result = finding
        result.confidence = min(finding.confidence, Self.incomplete)
        result.decoyProbability = max(finding.decoyProbability, 1 - Self.incomplete)
        return result
    }

    /// Looks for words beside the sentence that take it back, or are more than one command.
    /// - Parameter fit: The sentence with such words as fillers.
    private func comparedWithSurroundings(
        _ finding: Finding, _ fit: SphinxHypothesis, _ samples: [Int16]
    ) -> Finding {
        let isDoubtful =
            mayLackBeginning(fit) || SpokenCorrection.precedes(fit, in: samples)
            || SpokenCorrection.follows(fit, in: samples) || SpeechAfterCommand.follows(fit, in: samples)
        guard isDoubtful else { return finding }
        var result = finding
        result.confidence = min(finding.confidence, SpokenCorrection.confidence)
        return result
    }

    /// Compares the sentence with phones in any order, which stand for words that no command has.
    /// - Parameter fit: The sentence with the words around it as fillers.
    private func comparedWithPhones(
        _ finding: Finding, _ fit: SphinxHypothesis, _ samples: [Int16], _ scores: SenoneScores
    ) async throws -> Finding {
        guard PhoneLoopRatio.doubtful.contains(finding.confidence) else { return finding }
        try Task.checkCancellation()
        let phones = try await decoder.phones(in: finding.sound, by: scores)
        guard let ratio = PhoneLoopRatio(of: fit, beside: phones, in: samples) else { return finding }
        var result = finding
        result.confidence = min(finding.confidence, ratio.probability)
        // A voice that the model does not suit fits worse, too, and is the one that is worth learning.
        if ratio.probability < 0.5 { result.decoyProbability = max(finding.decoyProbability, 1 - ratio.probability) }
        return result
    }

    /// Returns whether a word of courtesy before the sentence may be the beginning of its first word: whether another
    /// command begins with a longer word, such as `unlock` for `lock`.
    private func mayLackBeginning(_ command: SphinxHypothesis) -> Bool {
        guard command.hasCourtesyBefore, let first = command.words.first?.name else { return false }
        return grammar.mayBegin(withLongerWordThan: first)
    }

    /// Returns the sentence of a grammar that fits the sound best; without words when none fits.
    private func best(
        of grammar: SphinxGrammar, in finding: Finding, _ scores: SenoneScores
    ) async throws -> SphinxHypothesis {
        try Task.checkCancellation()
        return try await decoder.bestSentence(of: grammar, in: finding.sound, by: scores)
    }

    private func sentence(of finding: Finding) -> SphinxGrammar {
        SphinxGrammar(WordAutomaton(sentence: finding.hypothesis.words.map(\.name)), pronunciations)
    }
}
