extension WordLexicon {
    /// The lexicon of English. Another language needs three other texts.
    static let english = WordLexicon(
        functions: englishFunctionWords, clusters: englishClusters, names: englishPlaceNames)
}
