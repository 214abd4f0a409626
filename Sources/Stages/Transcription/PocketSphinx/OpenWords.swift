import SaybusPocketSphinx

/// Asks the language model which words are where a grammar takes any.
struct OpenWords: Sendable {
    let language: SphinxDecoder
    let grammar: WordAutomaton

    /// What was found with words in the place of phones; nil when there is no command around them, or no word among them.
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
        // A parameter without a word is none.
        guard grammar.accepts(filled.words.map(\.name)) else { return nil }
        return (filled, found.isDictated ? SphinxConfidence.dictated(filled.words) : finding.confidence)
    }
}
