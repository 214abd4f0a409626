import Synchronization

/// The problems for the stage's status: of refused catalogs, of the vocabulary, of the recognizer, and of the
/// connection to a remote engine.
final class TranscribeProblems: Sendable {
    private struct State {
        var catalogs: String?
        var vocabulary: String?
        var recognizer: String?
        /// The reason why a remote engine cannot be reached, found by a turn or by a health check.
        var unreachable: String?
        /// The part of the recognizer that cannot be used.
        var limitation: String?

        /// The most severe problem.
        var sentence: String? { unreachable ?? recognizer ?? catalogs ?? vocabulary ?? limitation }
    }

    private let state: Mutex<State>

    /// Creates problems: none but a part of the recognizer that cannot be used.
    init(limitation: String? = nil) { state = Mutex(State(limitation: limitation)) }

    /// The most severe problem; nil when there is none.
    var sentence: String? { state.withLock { $0.sentence } }

    /// Records which catalogs are refused.
    /// - Returns: Whether they are others than before.
    func setCatalogs(_ problem: String?) -> Bool {
        state.withLock { state in
            defer { state.catalogs = problem }
            return state.catalogs != problem
        }
    }

    func setVocabulary(_ problem: String?) { state.withLock { $0.vocabulary = problem } }

    /// Records the outcome of a turn: nil for success, else its error.
    /// - Returns: Whether ``sentence`` has changed.
    func setRecognizer(_ error: (any Error)?) -> Bool {
        change { state in
            (state.recognizer, state.unreachable) = (nil, nil)
            guard let error else { return }
            if (error as? TranscriptionError)?.code == .unreachable {
                state.unreachable = "\(error)"
            } else {
                state.recognizer = "\(error)"
            }
        }
    }

    /// Records a health check of a remote engine: nil when it can be reached, else the reason.
    /// - Returns: Whether ``sentence`` has changed.
    func setUnreachable(_ problem: String?) -> Bool { change { $0.unreachable = problem } }

    private func change(_ change: (inout State) -> Void) -> Bool {
        state.withLock { state in
            let before = state.sentence
            change(&state)
            return state.sentence != before
        }
    }
}
