import Synchronization

/// What is wrong with the stage, as its status says it: with what it listens for, with the recognizer, and with the way to it.
final class TranscribeProblems: Sendable {
    private struct State {
        var vocabulary: String?
        var recognizer: String?
        /// Why what does the work cannot be reached: told by a turn, or by a look at it.
        var unreachable: String?

        /// The worst first.
        var sentence: String? { unreachable ?? recognizer ?? vocabulary }
    }

    private let state = Mutex(State())

    /// What is wrong, the worst first; nil when nothing is.
    var sentence: String? { state.withLock { $0.sentence } }

    func setVocabulary(_ problem: String?) { state.withLock { $0.vocabulary = problem } }

    /// A turn has gone well, or has failed for this reason.
    /// - Returns: Whether that is news.
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

    /// What does the work can be reached, or cannot for this reason.
    /// - Returns: Whether that is news.
    func setUnreachable(_ problem: String?) -> Bool { change { $0.unreachable = problem } }

    private func change(_ change: (inout State) -> Void) -> Bool {
        state.withLock { state in
            let before = state.sentence
            change(&state)
            return state.sentence != before
        }
    }
}
