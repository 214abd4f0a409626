import Messages

/// Prepares vocabularies beside the turns; of those that wait only the newest is prepared.
struct VocabularyWorkshop: Sendable {
    /// What came of preparing one.
    struct Product: Sendable {
        let revision: String?
        /// What is left out of it.
        let problems: [VocabularyProblem]
        let took: Duration
        /// Why the vocabulary before goes on being used; nil when it does not.
        let failure: String?
    }

    private let recognizer: any SpeechRecognizer
    private let orders: AsyncStream<Vocabulary>
    private let continuation: AsyncStream<Vocabulary>.Continuation

    init(recognizer: any SpeechRecognizer) {
        self.recognizer = recognizer
        (orders, continuation) = AsyncStream.makeStream(bufferingPolicy: .bufferingNewest(1))
    }

    /// Asks for a vocabulary; turns that begin before it is ready have the one before.
    func order(_ vocabulary: Vocabulary) { continuation.yield(vocabulary) }

    /// Prepares what is ordered until the task is cancelled.
    func run(_ report: (Product) -> Void) async {
        for await vocabulary in orders { report(await prepare(vocabulary)) }
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
