import SaybusStage

/// The kinds of lasting problems of the transcribe stage.
enum TranscribeProblem: Int, ProblemKind {
    /// A remote engine cannot be reached, as a turn or a health check has found.
    case unreachable
    /// The recognizer fails.
    case recognizer
    /// Catalogs are refused.
    case catalogs
    /// The vocabulary, or a part of it, cannot be used.
    case vocabulary
    /// A part of the recognizer cannot be used.
    case limitation

    /// Returns the problems after a turn, that of the failure first, so that the status has one throughout.
    /// - Parameter failure: The reason why the turn was not recognized; nil when it was.
    static func after(_ failure: (any Error)?) -> [(kind: Self, sentence: String?)] {
        let isUnreachable = (failure as? TranscriptionError)?.code == .unreachable
        let (kind, other): (Self, Self) = isUnreachable ? (.unreachable, .recognizer) : (.recognizer, .unreachable)
        return [(kind, failure.map { "\($0)" }), (other, nil)]
    }
}
