extension SphinxHypothesis.Segment {
    /// Returns the phones of a word in its recognized pronunciation, or of silence; nil for noise and unknown
    /// words.
    package func phones(_ pronunciations: [String: [Pronunciation]]) -> [String]? {
        guard !isFiller else { return word.hasPrefix("<") ? [PhoneGaussians.silence] : nil }
        let ways = pronunciations[name] ?? []
        let way = word == name ? 0 : (Int(word.dropFirst(name.count + 1).dropLast()) ?? 1) - 1
        return ways.indices.contains(way) ? ways[way].phones : nil
    }
}
