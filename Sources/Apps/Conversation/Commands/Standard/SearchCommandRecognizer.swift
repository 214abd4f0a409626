import SaybusDispatch

/// A recognizer of "search for pancakes".
@ConversationActor
open class SearchCommandRecognizer: VerbalCommandRecognizer {
    /// The query, a text. Missing when the user only said "search".
    public nonisolated static let parameterQuery = "query"

    open override class var standardCommandType: String { StandardCommand.search }
    open override class var standardSummary: String? { "Searches for something." }
    open override class var standardThresholds: ConfidenceThresholds { .effect }
    open override class var standardPatterns: [String] {
        [
            "search for @query", "search @query", "search", "do a search", "do a search for @query", "start a search",
            "find @query", "find me @query", "look for @query", "look up @query", "i am looking for @query",
            "i'm looking for @query", "i want to find @query", "run a search for @query", "can you find @query",
            "where can i find @query", "show me results for @query",
        ]
    }
}
