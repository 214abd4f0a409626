extension SphinxHandle {
    /// The name of the search for the sentences of a comparison.
    private static let comparisonSearch = "comparison"

    /// Returns the sentence of a grammar that fits best. The words of the grammar are in the dictionary already.
    func best(of grammar: SphinxGrammar, in scores: SenoneScores) throws(SphinxError) -> SphinxHypothesis {
        let result = Result { () throws(SphinxError) in
            try setSearch(Self.comparisonSearch, for: grammar)
            try process(scores)
            return hypothesis()
        }
        try select(Self.grammarSearch)
        return try result.get()
    }
}
