extension WordLexicon {
    /// English. Another language is two other texts.
    static let english = WordLexicon(functions: englishFunctionWords, clusters: englishClusters)
}
