/// Numbers from 100 on, and numbers with a fraction, that are written as one word.
extension NumberVocabulary {
    /// The most bytes of a number of one word.
    private static let maximumJoinedBytes = 100

    /// Returns the parts of a number that is written as one word: `zwei`, `hundert` and `fünfzig` of
    /// `zweihundertfünfzig`, and `zwei`, `ein` and `halb` of `zweieinhalb`; nil for all other words, and in languages
    /// that do not join them.
    package func parts(of word: String) -> [String]? {
        guard joinsWords == true, word.utf8.count <= Self.maximumJoinedBytes, !isPart(word),
            hundreds.contains(where: { word.contains($0) }) || scales.keys.contains(where: { word.contains($0) })
                || ordinalScales.keys.contains(where: { word.contains($0) })
                || fractions.keys.contains(where: { word.hasSuffix($0) })
        else { return nil }
        let characters = Array(word)
        // The places from which the rest of the word has no parts.
        var failed: Set<Int> = []
        func split(_ start: Int) -> [String]? {
            if start == characters.count { return [] }
            guard !failed.contains(start) else { return nil }
            // The longest part first: the "einundzwanzig" of "hunderteinundzwanzig" is one.
            for end in stride(from: characters.count, to: start, by: -1) {
                let part = String(characters[start..<end])
                if isPart(part), let rest = split(end) { return [part] + rest }
            }
            failed.insert(start)
            return nil
        }
        return split(0)
    }

    private func isPart(_ word: String) -> Bool {
        units[word] != nil || tens[word] != nil || hundreds.contains(word) || scales[word] != nil
            || articles.contains(word) || conjunctions.contains(word) || ordinals[word] != nil
            || ordinalScales[word] != nil || fractions[word] != nil
    }
}
