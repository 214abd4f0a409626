import ArgumentParser
import SaybusBus
import SaybusMessages
import SaybusStage
import SaybusTesting
import Testing

@testable import SaybusTranscription

@Suite("Problems of turns", .timeLimit(.minutes(1)))
struct TurnProblemTests {
    @Test("a turn that was recognized although a part of the engine failed is a problem in the status")
    func inPart() async throws {
        let test = try TestBus()
        let client = try test.connect(.listen)
        let (transcripts, statuses) = (client.subscribe(SpeechTranscript.self), client.subscribe(StageStatus.self))
        try await client.ready()
        let running = Task {
            let options = try StageOptions.parse(["--bus", test.address.url])
            try await StageRunner(
                role: .transcribe, tracking: TranscribeStage.tracking, options: options, isEmbedded: true
            ).run { try await TranscribeStage(RecognizerChoice(LimpingRecognizer())).run($0) }
        }
        defer { running.cancel() }
        _ = try #require(await statuses.first { $0.body.role == .transcribe && $0.body.state == .ready })
        let turn = TurnID()
        try client.publish(SpeechStarted(positionMs: 0), turn: turn)
        try client.publish(
            AudioInput(index: 0, isLast: true, samples: [UInt8](repeating: 1, count: 3200)), turn: turn)
        try client.publish(SpeechEnded(durationMs: 100, reason: .silence, chunks: 1), turn: turn)
        #expect(await transcripts.first()?.body.text == "hello")
        let status = await statuses.first { $0.body.role == .transcribe && $0.body.problem != nil }
        #expect(status?.body.problem == LimpingRecognizer.problem)
    }

    @Test(
        "a turn of which no words and half of the sound are left has failed, and is not silent",
        arguments: [("", 2, true), ("", 1, false), ("hello", 2, false)])
    func lostSound(text: String, missing: Int, fails: Bool) async throws {
        let recognizer = FixedTextRecognizer(text: text)
        var recognition = TurnRecognition(ended: EndedTurns())
        await recognition.begin(recognizer)
        let finished = try await recognition.finish(TurnID(), recognizer, missing: missing, of: 4)
        let transcript = try #require(finished)
        #expect((transcript.empty == .failed) == fails)
        #expect((transcript.problem?.contains("2 of the 4 chunks") == true) == fails)
        #expect(transcript.missingChunks == missing)
        #expect(transcript.text == text)
    }

    @Test("the partial texts of a turn that another one has overtaken go on with its own revisions")
    func revisions() async {
        let recognizer = FixedTextRecognizer(text: "hello")
        var recognition = TurnRecognition(ended: EndedTurns())
        let (first, second) = (TurnID(), TurnID())
        var revisions: [Int?] = []
        for turn in [first, second, first] {
            await recognition.begin(recognizer, of: turn)
            // What is said again has no partial text, and takes no number.
            let known = await recognition.accept([1], of: turn, recognizer, isRepetition: true)
            #expect(known == nil)
            let partial = await recognition.accept([1], of: turn, recognizer)
            revisions.append(partial?.revision)
        }
        #expect(revisions == [0, 0, 1])
    }
}

/// A recognizer that finds the same text in each turn, or silence.
private struct FixedTextRecognizer: SpeechRecognizer {
    let engine = "fixed"
    let text: String

    func configure(_ vocabulary: Vocabulary) async throws -> [VocabularyProblem] { [] }

    func begin() async throws {}

    func accept(_ samples: [Int16]) async throws -> PartialResult? {
        text.isEmpty ? nil : PartialResult(text: text)
    }

    func finish() async throws -> RecognitionResult {
        RecognitionResult(
            text: text, confidence: text.isEmpty ? 0 : 1, empty: text.isEmpty ? .silence : nil, engine: engine)
    }

    func cancel() async {}
}

/// A recognizer of which a part fails in each turn.
private struct LimpingRecognizer: SpeechRecognizer {
    static let problem = "second: it does not answer"

    let engine = "limping"

    func configure(_ vocabulary: Vocabulary) async throws -> [VocabularyProblem] { [] }

    func begin() async throws {}

    func accept(_ samples: [Int16]) async throws -> PartialResult? { nil }

    func finish() async throws -> RecognitionResult {
        RecognitionResult(text: "hello", confidence: 1, engine: engine, problem: Self.problem)
    }

    func cancel() async {}
}
