extension SentenceMatcher {
    /// The numbers of words, of both sentences together, for which two are considered. Shorter ones often say the same
    /// twice: "never mind stop".
    private static let countsOfBoth = 5...30
    /// The fewest words of one of them, with a word such as "and".
    private static let minimumWordsOfEach = 2
    /// The most words such as "and then" between them.
    private static let maximumLinks = 2
    /// The most cost of either sentence for each of its heard words.
    private static let maximumCostOfEach = 0.35
    /// The cost by which one sentence must be further from the words than two.
    private static let minimumLead = 0.5

    /// Returns whether words are rather two different sentences than one, as "turn the lights off and cancel the
    /// alarm". One of them must have been heard word for word.
    func areTwoSentences(_ heard: [String]) -> Bool {
        let words = spelled(heard)
        guard Self.countsOfBoth.contains(words.count) else { return false }
        let splits = (Self.minimumWordsOfEach...words.count - Self.minimumWordsOfEach).filter { split in
            automaton.acceptsAsListed(Array(words[..<split])) || isListed(afterLinks: words[split...])
        }
        guard !splits.isEmpty else { return false }
        let whole = match(words).map { $0.cost - $0.openCost } ?? .infinity
        return splits.contains { split in
            guard let first = close(words[..<split]), let second = close(words[split...]), first.words != second.words
            else { return false }
            let both = first.cost - first.openCost + second.cost - second.openCost
            return both + Self.minimumLead < whole
        }
    }

    /// Whether words are a sentence without open parameters, perhaps after words such as "and".
    private func isListed(afterLinks words: ArraySlice<String>) -> Bool {
        let links = words.prefix(Self.maximumLinks).prefix(while: lightWords.contains).count
        return (0...links).contains { automaton.acceptsAsListed(Array(words.dropFirst($0))) }
    }

    private func close(_ words: ArraySlice<String>) -> Match? {
        match(Array(words)).flatMap { found in
            found.cost - found.openCost <= Self.maximumCostOfEach * Double(words.count) ? found : nil
        }
    }
}
