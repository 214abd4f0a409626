import SaybusStage

/// The kinds of lasting problems of the intent stage.
enum IntentProblem: Int, ProblemKind {
    /// The engine does not answer.
    case engine
    /// An editor of transcripts fails.
    case editor
    /// Catalogs are refused.
    case catalogs
    /// Patterns are left out.
    case patterns
}
