import SaybusMessages
import SaybusSupport
import Synchronization

/// A background compiler of vocabularies, so that turns go on meanwhile. Of several waiting vocabularies only
/// the newest is compiled.
final class VocabularyCompiler: Sendable {
    /// The outcome of compiling one vocabulary.
    struct Outcome: Sendable {
        let revision: String?
        /// The parts of the vocabulary that are left out.
        let problems: [VocabularyProblem]
        /// Those of the problems that no recent vocabulary had.
        let newProblems: [VocabularyProblem]
        let duration: Duration
        /// The reason why the previous vocabulary stays in use; nil on success.
        let failure: String?

        /// A sentence about commands that cannot be recognized; nil without any. An app without a recognizable name
        /// keeps all its commands.
        var limitation: String? {
            let missing = problems.filter { $0.code != .name }
            return missing.first.map { first in
                missing.count == 1
                    ? "a part of the vocabulary is left out: \(first)"
                    : "\(missing.count) parts of the vocabulary are left out: \(first)"
            }
        }
    }

    /// The number of problems that are remembered at least. Each question makes a new vocabulary, most of which is as
    /// it was.
    static let maximumKnownProblems = 1024

    private let recognizer: any SpeechRecognizer
    private let jobs = NewestJobQueue<Vocabulary>()
    /// The beginnings of their descriptions: an app may list patterns of a megabyte.
    private let known = Mutex(GenerationalCache<String, Void>(capacity: VocabularyCompiler.maximumKnownProblems))

    init(recognizer: any SpeechRecognizer) { self.recognizer = recognizer }

    /// Submits a vocabulary. Turns that begin before it is ready use the previous one.
    func submit(_ vocabulary: Vocabulary) { jobs.submit(vocabulary) }

    /// Compiles submitted vocabularies until the task is cancelled.
    func run(_ report: (Outcome) -> Void) async { await jobs.run { report(await prepare($0)) } }

    /// Waits until the submitted vocabularies are ready, or until the timeout.
    ///
    /// The wait lets a user answer a question at once and be understood. The timeout limits the delay of the turn
    /// by a slow vocabulary.
    func waitUntilReady(timeout: Duration) async { _ = await jobs.waitUntilDone(within: timeout) }

    /// Compiles a vocabulary now.
    func prepare(_ vocabulary: Vocabulary) async -> Outcome {
        let began = ContinuousClock.now
        do {
            let problems = try await recognizer.configure(vocabulary)
            return Outcome(
                revision: vocabulary.revision, problems: problems, newProblems: problems.filter(isNew),
                duration: ContinuousClock.now - began, failure: nil)
        } catch {
            return Outcome(
                revision: vocabulary.revision, problems: [], newProblems: [], duration: ContinuousClock.now - began,
                failure: "\(error)")
        }
    }

    private func isNew(_ problem: VocabularyProblem) -> Bool {
        known.withLock { $0.insert(problem.description.shortened(to: 500)) }
    }
}
