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
}
