import SaybusMessages
import Synchronization

/// A background compiler of vocabularies, so that turns go on meanwhile. Of several waiting vocabularies only
/// the newest is compiled.
final class VocabularyCompiler: Sendable {
    /// The outcome of compiling one vocabulary.
    struct Outcome: Sendable {
        let revision: String?
        /// The parts of the vocabulary that are left out.
        let problems: [VocabularyProblem]
        let duration: Duration
        /// The reason why the previous vocabulary stays in use; nil on success.
        let failure: String?
    }

    private struct State {
        /// The numbers of the last submitted and of the last compiled vocabulary.
        var submitted = 0
        var compiled = 0
        var waiting: [AsyncStream<Void>.Continuation] = []
    }

    private let recognizer: any SpeechRecognizer
    private let submissions: AsyncStream<(number: Int, vocabulary: Vocabulary)>
    private let continuation: AsyncStream<(number: Int, vocabulary: Vocabulary)>.Continuation
    private let state = Mutex(State())

    init(recognizer: any SpeechRecognizer) {
        self.recognizer = recognizer
        (submissions, continuation) = AsyncStream.makeStream(bufferingPolicy: .bufferingNewest(1))
    }

    /// Submits a vocabulary. Turns that begin before it is ready use the previous one.
    func submit(_ vocabulary: Vocabulary) {
        let number = state.withLock { state in
            state.submitted += 1
            return state.submitted
        }
        continuation.yield((number, vocabulary))
    }

    /// Compiles submitted vocabularies until the task is cancelled.
    func run(_ report: (Outcome) -> Void) async {
        for await (number, vocabulary) in submissions {
            report(await prepare(vocabulary))
            let waiting = state.withLock { state in
                state.compiled = number
                defer { if state.compiled == state.submitted { state.waiting = [] } }
                return state.compiled == state.submitted ? state.waiting : []
            }
            for continuation in waiting { continuation.finish() }
        }
    }

    /// Waits until the submitted vocabularies are ready, or until the timeout.
    ///
    /// The wait lets a user answer a question at once and be understood. The timeout limits the delay of the turn
    /// by a slow vocabulary.
    func waitUntilReady(timeout: Duration) async {
        let (signal, continuation) = AsyncStream<Void>.makeStream()
        let isWorking = state.withLock { state in
            guard state.compiled < state.submitted else { return false }
            state.waiting.append(continuation)
            return true
        }
        guard isWorking else { return }
        await withTaskGroup(of: Void.self) { group in
            group.addTask { for await _ in signal {} }
            group.addTask { try? await Task.sleep(for: timeout) }
            await group.next()
            group.cancelAll()
        }
        continuation.finish()
    }

    /// Compiles a vocabulary now.
    func prepare(_ vocabulary: Vocabulary) async -> Outcome {
        let began = ContinuousClock.now
        do {
            let problems = try await recognizer.configure(vocabulary)
            return Outcome(
                revision: vocabulary.revision, problems: problems, duration: ContinuousClock.now - began, failure: nil)
        } catch {
            return Outcome(
                revision: vocabulary.revision, problems: [], duration: ContinuousClock.now - began, failure: "\(error)")
        }
    }
}
