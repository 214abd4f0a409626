extension SphinxHypothesis {
    /// Returns the words of correction after the last word of the sentence, such as `no` and `wait`.
    /// - Parameter least: The lowest score per frame of a word that counts.
    package func corrections(from least: Double = -.infinity) -> [Segment] {
        guard let last = segments.lastIndex(where: { !$0.isFiller }) else { return [] }
        return segments[(last + 1)...].filter { segment in
            TrailingWord.correctionNames.contains(segment.word) && segment.scoredFrames > 0
                && Double(segment.score) / Double(segment.scoredFrames) >= least
        }
    }

    /// Returns the words before the first word of the sentence that make it no command, such as `do not`.
    /// - Parameter least: The lowest score per frame of a word that counts.
    package func objections(from least: Double) -> [Segment] {
        guard let first = segments.firstIndex(where: { !$0.isFiller }) else { return [] }
        return segments[..<first].filter { segment in
            LeadingWord.objectionNames.contains(segment.word) && segment.scoredFrames > 0
                && Double(segment.score) / Double(segment.scoredFrames) >= least
        }
    }

    /// Whether words of address or courtesy stand directly before the first word of the sentence.
    package var hasCourtesyBefore: Bool {
        guard let first = segments.firstIndex(where: { !$0.isFiller }), first > 0 else { return false }
        return LeadingWord.courtesyNames.contains(segments[first - 1].word)
    }
}
