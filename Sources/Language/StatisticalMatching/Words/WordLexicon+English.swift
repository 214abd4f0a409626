extension WordLexicon {
    /// English. Another language is three other texts.
    static let english = WordLexicon(
        functions: englishFunctionWords, clusters: englishClusters, names: englishPlaceNames)
}
