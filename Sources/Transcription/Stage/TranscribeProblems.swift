import Synchronization

/// What is wrong with the stage, as its status says it: with what it listens for, and with the recognizer.
final class TranscribeProblems: Sendable {
    private let state = Mutex<(vocabulary: String?, recognizer: String?)>((nil, nil))

    /// What is wrong, the worse first; nil when nothing is.
    var sentence: String? { state.withLock { $0.recognizer ?? $0.vocabulary } }

    func setVocabulary(_ problem: String?) { state.withLock { $0.vocabulary = problem } }

    /// - Returns: Whether that is news.
    func setRecognizer(_ problem: String?) -> Bool {
        state.withLock { state in
            defer { state.recognizer = problem }
            return state.recognizer != problem
        }
    }
}
