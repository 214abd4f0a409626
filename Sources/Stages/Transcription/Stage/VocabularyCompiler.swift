import SaybusMessages
import Synchronization

/// Prepares vocabularies beside the turns; of those that wait only the newest is prepared.
final class VocabularyCompiler: Sendable {
    /// What came of preparing one.
    struct Product: Sendable {
        let revision: String?
        /// What is left out of it.
        let problems: [VocabularyProblem]
        let took: Duration
        /// Why the vocabulary before goes on being used; nil when it does not.
        let failure: String?
    }

    private struct State {
        /// The number of the last order, and of the last that was carried out.
        var ordered = 0
        var done = 0
        var waiting: [AsyncStream<Void>.Continuation] = []
    }

    private let recognizer: any SpeechRecognizer
    private let orders: AsyncStream<(number: Int, vocabulary: Vocabulary)>
    private let continuation: AsyncStream<(number: Int, vocabulary: Vocabulary)>.Continuation
    private let state = Mutex(State())

    init(recognizer: any SpeechRecognizer) {
        self.recognizer = recognizer
        (orders, continuation) = AsyncStream.makeStream(bufferingPolicy: .bufferingNewest(1))
    }

    /// Asks for a vocabulary; turns that begin before it is ready have the one before.
    func order(_ vocabulary: Vocabulary) {
        let number = state.withLock { state in
            state.ordered += 1
            return state.ordered
        }
        continuation.yield((number, vocabulary))
    }

    /// Prepares what is ordered until the task is cancelled.
    func run(_ report: (Product) -> Void) async {
        for await (number, vocabulary) in orders {
            report(await prepare(vocabulary))
            let waiting = state.withLock { state in
                state.done = number
                defer { if state.done == state.ordered { state.waiting = [] } }
                return state.done == state.ordered ? state.waiting : []
            }
            for continuation in waiting { continuation.finish() }
        }
    }

    /// Waits until what is ordered is ready, but not longer than so: who answers a question at once shall be understood, and a vocabulary that
    /// takes its time shall keep nobody waiting.
    func settled(within patience: Duration) async {
        let (signal, continuation) = AsyncStream<Void>.makeStream()
        let isWorking = state.withLock { state in
            guard state.done < state.ordered else { return false }
            state.waiting.append(continuation)
            return true
        }
        guard isWorking else { return }
        await withTaskGroup(of: Void.self) { group in
            group.addTask { for await _ in signal {} }
            group.addTask { try? await Task.sleep(for: patience) }
            await group.next()
            group.cancelAll()
        }
        continuation.finish()
    }

    /// Prepares a vocabulary now.
    func prepare(_ vocabulary: Vocabulary) async -> Product {
        let began = ContinuousClock.now
        do {
            let problems = try await recognizer.configure(vocabulary)
            return Product(
                revision: vocabulary.revision, problems: problems, took: ContinuousClock.now - began, failure: nil)
        } catch {
            return Product(
                revision: vocabulary.revision, problems: [], took: ContinuousClock.now - began, failure: "\(error)")
        }
    }
}
