import SaybusStage
import SaybusTesting
import Testing

@testable import SaybusTranscription

@Suite("A first engine that fails")
struct FirstEngineFailureTests {
    /// The step of a turn in which an engine fails.
    enum Step: CaseIterable { case begin, accept, finish }

    /// An engine that fails in a step of each turn.
    private struct Failing: SpeechRecognizer {
        var engine = "pocketsphinx"
        var reason = "it has no memory left"
        var step = Step.finish

        private func fail(in step: Step) throws {
            if step == self.step { throw TranscriptionError(.engine, reason) }
        }

        func configure(_ vocabulary: Vocabulary) -> [VocabularyProblem] { [] }
        func begin() throws { try fail(in: .begin) }
        func accept(_ samples: [Int16]) throws -> PartialResult? {
            try fail(in: .accept)
            return nil
        }
        func finish() throws -> RecognitionResult {
            try fail(in: .finish)
            return RecognitionResult(text: "", confidence: 0, engine: engine)
        }
        func cancel() {}
    }

    /// An engine that hears one word.
    private actor Hearing: SpeechRecognizer {
        nonisolated let engine = "whisper"
        private(set) var samples: [Int16] = []
        private(set) var finished = 0
        private(set) var cancelled = 0

        func configure(_ vocabulary: Vocabulary) -> [VocabularyProblem] { [] }
        func begin() { samples = [] }
        func accept(_ samples: [Int16]) -> PartialResult? {
            self.samples += samples
            return PartialResult(text: "stop")
        }
        func finish() -> RecognitionResult {
            finished += 1
            return RecognitionResult(text: "stop", confidence: 0.9, engine: engine)
        }
        func cancel() { cancelled += 1 }
    }

    @Test(
        "the second engine hears the whole turn, and its result counts, with the reason", arguments: Step.allCases)
    func reason(_ step: Step) async throws {
        let second = Hearing()
        let recognizer = TwoPassRecognizer(Failing(step: step), second)
        for _ in 1...2 {
            try await recognizer.begin()
            let partials = [try await recognizer.accept([1, 2]), try await recognizer.accept([3])]
            let partial = step == .finish ? nil : PartialResult(text: "stop")
            #expect(partials == [partial, partial])
            #expect(await second.samples == [1, 2, 3])
            let result = try await recognizer.finish()
            #expect(result.text == "stop" && result.engine == "whisper")
            #expect(result.problem == "pocketsphinx: it has no memory left")
        }
        await #expect(throws: TranscriptionError.self) { try await recognizer.accept([4]) }
    }

    @Test(
        "where the second one fails, too, both reasons are told",
        arguments: [(Step.finish, Step.finish), (.begin, .accept), (.accept, .begin), (.begin, .begin)])
    func both(_ first: Step, _ second: Step) async throws {
        let recognizer = TwoPassRecognizer(
            Failing(step: first), Failing(engine: "whisper", reason: "it hangs", step: second))
        let error = await #expect(throws: TranscriptionError.self) {
            try await recognizer.begin()
            _ = try await recognizer.accept([1, 2, 3])
            return try await recognizer.finish()
        }
        #expect(error?.reason == "pocketsphinx: it has no memory left; whisper: it hangs")
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

    @Test("a named model of the first engine is refused for a language that it does not know")
    func language() throws {
        let folder = try TemporaryFolder()
        let failure = #expect(throws: StageFailure.self) {
            try RecognitionEngine.auto.choice(model: folder.path, language: "de", timeout: .seconds(1))
        }
        #expect(failure?.code == .configuration && failure?.reason.contains("English only, not de") == true)
    }
}
