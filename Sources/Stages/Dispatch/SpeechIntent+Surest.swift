import SaybusMessages

extension SpeechIntent {
    /// Returns the likely hypothesis with the highest confidence, of equal ones that with the highest precedence, then
    /// that of the app whose name comes first; nil when none is likely.
    /// - Parameter isKnown: Returns whether a hypothesis counts.
    package func surestHypothesis(where isKnown: (Hypothesis) -> Bool = { _ in true }) -> Hypothesis? {
        hypotheses.surest(where: isKnown)
    }

    /// Whether there are words, of which no recognizer has found a likely meaning.
    package var fitsNoCommand: Bool { empty == nil && !text.isEmpty && surestHypothesis() == nil }

    /// Returns whether the intent was recognized with a catalog of this revision.
    package func wasRecognized(with revision: String) -> Bool {
        catalogRevision?.split(separator: "+").contains { $0 == revision } ?? false
    }

    /// Returns whether the words are most likely a command, and not the answer to an open question.
    /// - Parameter words: The confidence of the transcript, 0…1.
    package func isCommand(words: Double) -> Bool {
        guard let surest = surestHypothesis(), surest.type != Hypothesis.answerType else { return false }
        return ConfidenceThresholds.effect.assurance(of: surest.confidence, words: words) != .insufficient
    }

    /// The app of the command that the words are very likely, if something waits for that command in the session: the
    /// app that rings there, for "stop". Nil for other words, which may well be the answer to a question.
    package var awaitingApp: String? {
        guard let surest = surestHypothesis(), surest.precedence == Catalog.awaitedPrecedence,
            surest.confidence >= Confidence.veryLikely
        else { return nil }
        return surest.app
    }
}

extension Sequence<SpeechIntent.Hypothesis> {
    /// Returns the likely hypothesis with the highest confidence, of equal ones that with the highest precedence, then
    /// that of the app whose name comes first; nil when none is likely. Those about which apps compete come last.
    package func surest(where isKnown: (Element) -> Bool = { _ in true }) -> Element? {
        var best: Element?
        for hypothesis in self where hypothesis.confidence >= Confidence.likely {
            if let best, !hypothesis.comes(before: best) { continue }
            if isKnown(hypothesis) { best = hypothesis }
        }
        return best
    }
}

extension SpeechIntent.Hypothesis {
    /// Returns whether the hypothesis counts rather than one that comes before it in the intent. An app's own order of
    /// equally sure hypotheses stays, except that a command that something waits for counts rather than an answer.
    fileprivate func comes(before other: Self) -> Bool {
        let (certainty, others) = (
            (competingIntent == nil ? 1 : 0, confidence), (other.competingIntent == nil ? 1 : 0, other.confidence)
        )
        guard certainty == others else { return certainty > others }
        let (precedence, theirs) = (precedence ?? 0, other.precedence ?? 0)
        guard app != other.app else {
            return precedence == Catalog.awaitedPrecedence && other.type == Self.answerType
        }
        return precedence == theirs ? app < other.app : precedence > theirs
    }
}
