import SaybusMessages
import Synchronization

/// The answers that apps expect of a satellite's user, for which no wake word is needed.
///
/// A question is told twice where a listening stage is ready as well: by `voice.request` and by `listen.request`.
final class ExpectedAnswer: Sendable {
    /// The most questions that are known: apps of one conversation ask one after the other.
    private static let maximumQuestions = 16

    private struct State {
        /// The questions that wait, by the ids of their requests.
        var open: [MessageID] = []
        /// The questions for which the user was listened to, which an app may repeat for a new dispatcher.
        var taken: [MessageID] = []
    }

    private let state = Mutex(State())

    /// Whether a question waits for its answer.
    var isOpen: Bool { state.withLock { !$0.open.isEmpty } }

    /// Records an open question. A known one stays as it is.
    func open(_ question: MessageID) {
        state.withLock { state in
            guard !state.open.contains(question), state.open.count < Self.maximumQuestions else { return }
            state.open.append(question)
        }
    }

    /// Records that a question is answered, or is over. Others wait on.
    func close(_ question: MessageID) {
        state.withLock { state in
            state.open.removeAll { $0 == question }
            state.taken.removeAll { $0 == question }
        }
    }

    /// Records that no question waits any more.
    func close() { state.withLock { $0 = State() } }

    /// Returns whether the user is to be listened to, once for each question.
    func take() -> Bool {
        state.withLock { state in
            let new = state.open.filter { !state.taken.contains($0) }
            state.taken = state.open
            return !new.isEmpty
        }
    }
}
