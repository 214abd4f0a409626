extension SphinxHandle {
    /// The name of the search for the sentences of a comparison.
    private static let comparisonSearch = "comparison"

    /// Returns the sentence of a grammar that fits best. The words of the grammar are in the dictionary already.
    /// - Parameter around: The words that may be said around the sentence, of ``WordsAround/all``.
    func best(
        of grammar: SphinxGrammar, around: WordsAround = .none, in scores: SenoneScores
    ) throws(SphinxError) -> SphinxHypothesis {
        let result = Result { () throws(SphinxError) in
            try setSearch(Self.comparisonSearch, for: grammar, around: around)
            try process(scores)
            return hypothesis()
        }
        try select(Self.grammarSearch)
        return try result.get()
    }

    /// The name of the search for sentences of other words.
    private static let otherSearch = "others"

    /// Adds a search for sentences of other words, once.
    func add(others grammar: SphinxGrammar) throws(SphinxError) {
        guard !hasOthers else { return }
        try addWords(of: grammar)
        try setSearch(Self.otherSearch, for: grammar)
        hasOthers = true
        try select(Self.grammarSearch)
    }

    /// Returns the sentence of other words that fits best; without words before the search has been added.
    func bestOther(in scores: SenoneScores) throws(SphinxError) -> SphinxHypothesis {
        guard hasOthers else { return SphinxHypothesis(segments: []) }
        let result = Result { () throws(SphinxError) in
            try select(Self.otherSearch)
            try process(scores)
            return hypothesis()
        }
        try select(Self.grammarSearch)
        return try result.get()
    }
}
