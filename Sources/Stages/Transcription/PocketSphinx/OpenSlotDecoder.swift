import SaybusPocketSphinx

/// A decoder of open parameters: it finds words with the language model where a grammar search found phones.
struct OpenSlotDecoder: Sendable {
    let language: SphinxDecoder
    let grammar: WordAutomaton

    /// Returns the hypothesis with words in place of phones.
    ///
    /// - Returns: Nil when the grammar's own words are not sure enough, or when a parameter has no words.
    func filled(_ finding: SphinxCommandSearch.Finding, from samples: [Int16]) async throws -> (
        SphinxHypothesis, confidence: Double
    )? {
        let found = finding.hypothesis
        guard found.isDictated || finding.confidence >= SphinxConfidence.threshold else { return nil }
        var words: [[SphinxHypothesis.Segment]] = []
        for stretch in found.openStretches {
            try Task.checkCancellation()
            let start = min(samples.count, stretch.lowerBound * SphinxHypothesis.frameLength)
            let end = min(samples.count, (stretch.upperBound + 1) * SphinxHypothesis.frameLength)
            let heard = try await language.decode(Array(samples[start..<max(start, end)]))
            words.append(heard.words.map { $0.delayed(by: stretch.lowerBound) })
        }
        let filled = found.replacingPhones(with: words)
        // The grammar accepts the text only if every open parameter has at least one word.
        guard grammar.accepts(filled.words.map(\.name)) else { return nil }
        return (filled, found.isDictated ? SphinxConfidence.dictated(filled.words) : finding.confidence)
    }
}
