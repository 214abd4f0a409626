import Testing

@testable import SaybusTranscription

@Suite("A first engine that fails")
struct FirstEngineFailureTests {
    /// An engine whose turns fail at their ends.
    private struct Failing: SpeechRecognizer {
        let engine = "pocketsphinx"

        func configure(_ vocabulary: Vocabulary) -> [VocabularyProblem] { [] }
        func begin() {}
        func accept(_ samples: [Int16]) -> PartialResult? { nil }
        func finish() throws -> RecognitionResult { throw TranscriptionError(.engine, "it has no memory left") }
        func cancel() {}
    }

    /// An engine that hears one word.
    private actor Hearing: SpeechRecognizer {
        nonisolated let engine = "whisper"
        private(set) var finished = 0
        private(set) var cancelled = 0

        func configure(_ vocabulary: Vocabulary) -> [VocabularyProblem] { [] }
        func begin() {}
        func accept(_ samples: [Int16]) -> PartialResult? { nil }
        func finish() -> RecognitionResult {
            finished += 1
            return RecognitionResult(text: "stop", confidence: 0.9, engine: engine)
        }
        func cancel() { cancelled += 1 }
    }

    @Test("the second engine's result counts, with the reason")
    func reason() async throws {
        let recognizer = TwoPassRecognizer(Failing(), Hearing())
        try await recognizer.begin()
        let result = try await recognizer.finish()
        #expect(result.text == "stop" && result.engine == "whisper")
        #expect(result.problem == "pocketsphinx: it has no memory left")
    }

    @Test("the second engine does not hear a turn that is cancelled, and gives up what it has begun")
    func cancelled() async throws {
        let second = Hearing()
        let recognizer = TwoPassRecognizer(Failing(), second)
        try await recognizer.begin()
        let work = Task { () async throws -> RecognitionResult in
            withUnsafeCurrentTask { $0?.cancel() }
            return try await recognizer.finish()
        }
        await #expect(throws: TranscriptionError.self) { try await work.value }
        #expect(await second.finished == 0)
        #expect(await second.cancelled == 1)
    }
}
