import SaybusSound
import SaybusStage
import SaybusTerminal
import SaybusTesting
import SaybusTranscription
import Testing

@testable import SaybusEvaluation

@Suite("Evaluations that cannot give figures")
struct EvaluationFailureTests {
    /// A recognizer that fails in each turn.
    private struct Failing: SpeechRecognizer {
        let engine = "failing"

        func configure(_ vocabulary: Vocabulary) -> [VocabularyProblem] { [] }
        func begin() {}
        func accept(_ samples: [Int16]) throws -> PartialResult? {
            throw TranscriptionError(.timeout, "it took too long")
        }
        func finish() -> RecognitionResult { RecognitionResult(text: "", confidence: 0, engine: engine) }
        func cancel() {}
    }

    private let folder: TemporaryFolder
    private let app: String
    private let labels: String

    init() throws {
        folder = try TemporaryFolder()
        app = try folder.write(
            "app.yaml",
            """
            app: lamp
            commands:
              Light: {patterns: [light on], do: [{speak: Done.}]}
            """)
        labels = try folder.write("labels.jsonl", "{\"audio\": \"a.wav\", \"intent\": \"Light\"}\n")
    }

    private func write(_ samples: [Int16], _ name: String) async throws -> String {
        let path = folder.path(name)
        let sink = try SoundFileSink(path: path, rate: 16_000)
        try await sink.play(samples)
        await sink.close()
        return path
    }

    @Test("endpointing with a recognizer that fails names it, as one that is not available")
    func failure() async throws {
        // A second of a buzz like a vowel, in silence.
        let silence = [Int16](repeating: 0, count: 9_600)
        let buzz = (0..<16_000).map { index -> Int16 in index % 100 < 50 ? 5_000 : -5_000 }
        _ = try await write(silence + buzz + silence, "a.wav")
        let evaluation = try EndpointingEvaluation(
            EndpointingEvaluation.Options(labels: labels, app: app), recognizer: Failing())
        let error = await #expect(throws: StageFailure.self) { try await evaluation.run() }
        #expect(error?.code == .unavailable && error?.reason == "failing: it took too long")
    }

    @Test("a noise or a voice that is digital silence is refused: the figures would be those without it")
    func silence() async throws {
        let silence = try await write([Int16](repeating: 0, count: 16_000), "a.wav")
        var endpointing = EndpointingEvaluation.Options(labels: labels, app: app)
        endpointing.noise = silence
        var wake = WakeEvaluation.Options(phrase: "hey computer")
        (wake.said, wake.noise) = ([silence], silence)
        let runs: [() throws -> Void] = [
            { [endpointing] in _ = try EndpointingEvaluation(endpointing, recognizer: nil) },
            { [wake] in _ = try WakeEvaluation(wake) },
            { _ = try SpeechEvaluation(app: app, labels: labels, recognizer: Failing(), noises: [silence]) },
            {
                _ = try EchoEvaluation(
                    app: app, labels: labels, voice: silence, recognizer: Failing(), ratios: [0], delayMs: 100)
            },
        ]
        for run in runs {
            let error = #expect(throws: StageFailure.self) { try run() }
            #expect(error?.code == .noInput && error?.reason.contains("digital silence") == true)
        }
    }

    @Test("the training of a wake word finds out before any recording that a file is missing, or is the wake word, too")
    func training() async throws {
        let recording = try await write([Int16](repeating: 0, count: 16_000), "a.wav")
        func refusal(said: [String], other: String) async -> StageFailure? {
            var run = WakeTrainingRun(phrase: "okay lamp", said: said, other: [other])
            if said.isEmpty { run.record = 3 }
            do {
                _ = try await run.train(to: folder.path("lamp.json"), notes: TextOutput { _ in })
                return nil
            } catch {
                return error as? StageFailure
            }
        }
        let missing = await refusal(said: [], other: folder.path("none.wav"))
        #expect(missing?.code == .noInput)
        let both = await refusal(said: [recording], other: folder.path("./a.wav"))
        #expect(both?.code == .usage && both?.reason.contains("leave it out of --other") == true)
    }
}
