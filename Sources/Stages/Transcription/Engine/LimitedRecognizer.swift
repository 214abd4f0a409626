/// A recognizer that works without a part of it: the part is installed, and cannot be used.
public struct LimitedRecognizer: SpeechRecognizer {
    private let recognizer: any SpeechRecognizer
    /// A sentence about the part that is missing, and what to do.
    public let limitation: String?

    /// Creates a recognizer from the part that works.
    public init(_ recognizer: any SpeechRecognizer, limitation: String) {
        (self.recognizer, self.limitation) = (recognizer, limitation)
    }

    /// The name of the engine that works.
    public var engine: String { recognizer.engine }
    /// Sets the vocabulary.
    @discardableResult
    public func configure(_ vocabulary: Vocabulary) async throws -> [VocabularyProblem] {
        try await recognizer.configure(vocabulary)
    }
    /// Opens a turn.
    public func begin() async throws { try await recognizer.begin() }
    /// Processes sound of the open turn.
    public func accept(_ samples: [Int16]) async throws -> PartialResult? { try await recognizer.accept(samples) }
    /// Begins with the result of the open turn.
    public func anticipateEnd() async { await recognizer.anticipateEnd() }
    /// Gives up what ``anticipateEnd()`` began.
    public func withdrawEnd() async { await recognizer.withdrawEnd() }
    /// Closes the turn and returns its result.
    public func finish() async throws -> RecognitionResult { try await recognizer.finish() }
    /// Discards the open turn.
    public func cancel() async { await recognizer.cancel() }
    /// Checks whether a remote engine could serve a turn.
    public func probe() async throws -> Bool { try await recognizer.probe() }
    /// Ends all background work.
    public func stop() async { await recognizer.stop() }
}
