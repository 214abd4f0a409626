extension SphinxHypothesis.Segment {
    /// The phones of a word, in the way it was said, or of a silence; nil of noises and unknown words.
    package func phones(_ pronunciations: [String: [Pronunciation]]) -> [String]? {
        guard !isFiller else { return word.hasPrefix("<") ? [PhoneGaussians.silence] : nil }
        let ways = pronunciations[name] ?? []
        let way = word == name ? 0 : (Int(word.dropFirst(name.count + 1).dropLast()) ?? 1) - 1
        return ways.indices.contains(way) ? ways[way].phones : nil
    }
}
