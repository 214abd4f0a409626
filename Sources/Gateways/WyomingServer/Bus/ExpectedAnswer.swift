import Synchronization

/// The answer that an app expects of a satellite's user, for which no wake word is needed.
///
/// A question is told twice where a listening stage is ready as well: by `voice.request` and by `listen.request`.
final class ExpectedAnswer: Sendable {
    private struct State {
        var isOpen = false
        /// Whether the user was listened to since the question was opened.
        var isTaken = false
    }

    private let state = Mutex(State())

    /// Whether a question waits for its answer.
    var isOpen: Bool { state.withLock { $0.isOpen } }

    /// Records a question that waits for its answer from now on. One that does so already stays as it is.
    func open() { state.withLock { $0.isOpen = true } }

    /// Records that the question is answered, or is over.
    func close() { state.withLock { $0 = State() } }

    /// Returns whether the user is to be listened to, once for each question.
    func take() -> Bool {
        state.withLock { state in
            defer { state.isTaken = state.isOpen }
            return state.isOpen && !state.isTaken
        }
    }
}
