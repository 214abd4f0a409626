import ArgumentParser
import SaybusBus
import SaybusMessages
import SaybusStage
import SaybusTesting
import Testing

@testable import SaybusTranscription

@Suite("Turns that end before they are transcribed", .timeLimit(.minutes(1)))
struct EndedTurnTests {
    @Test(
        "one that waits is not worked on, and the work on one is given up, so that later turns do not wait for them",
        arguments: [true, false])
    func dropped(heedsCall: Bool) async throws {
        let test = try TestBus()
        let client = try test.connect(.listen)
        let (transcripts, statuses) = (client.subscribe(SpeechTranscript.self), client.subscribe(StageStatus.self))
        try await client.ready()
        let recognizer = SlowRecognizer(heedsCall: heedsCall)
        let running = stage(recognizer, on: test)
        defer { running.cancel() }
        _ = try #require(await statuses.first { $0.body.role == .transcribe && $0.body.state == .ready })

        let turns = (0..<3).map { _ in TurnID() }
        try speak(turns[0], by: client)
        try await recognizer.state.require("the end of the first turn") { $0.finished == 1 }
        try speak(turns[1], by: client)
        for turn in [turns[1], turns[0]] { try client.publish(TurnEnded(outcome: .expired), turn: turn) }
        try await recognizer.state.require("the end of the work on it") { $0.given == 1 }
        try speak(turns[2], by: client)
        try await recognizer.state.require("the end of the third turn") { $0.finished == 2 }
        recognizer.state.change { $0.isReleased = true }
        #expect(await transcripts.first()?.header.turn == turns[2])
        #expect(recognizer.state.value.finished == 2, "the second one was not worked on")
    }

    @Test("a turn that is still being recognized when the stage is stopped gets no failure: a successor has heard it")
    func stopped() async throws {
        let test = try TestBus()
        let client = try test.connect(.listen)
        let messages = client.subscribe(to: [SpeechTranscript.self, StageStatus.self])
        let statuses = client.subscribe(StageStatus.self)
        try await client.ready()
        let recognizer = SlowRecognizer(heedsCall: true)
        let running = stage(recognizer, on: test)
        _ = try #require(await statuses.first { $0.body.role == .transcribe && $0.body.state == .ready })
        try speak(TurnID(), by: client)
        try await recognizer.state.require("the end of the turn") { $0.finished == 1 }
        running.cancel()
        _ = await running.result
        var transcripts = 0
        for await case .message(let message) in messages {
            if message.header.kind == SpeechTranscript.kind { transcripts += 1 }
            if client.read(message, as: StageStatus.self)?.body.state == .stopped { break }
        }
        #expect(transcripts == 0)
    }

    private func stage(_ recognizer: SlowRecognizer, on test: TestBus) -> Task<Void, any Error> {
        Task {
            let options = try StageOptions.parse(["--bus", test.address.url])
            try await StageRunner(
                role: .transcribe, tracking: TranscribeStage.tracking, options: options, isEmbedded: true
            ).run { try await TranscribeStage(RecognizerChoice(recognizer)).run($0) }
        }
    }

    private func speak(_ turn: TurnID, by client: Bus) throws {
        try client.publish(SpeechStarted(positionMs: 0), turn: turn)
        try client.publish(
            AudioInput(index: 0, isLast: true, samples: [UInt8](repeating: 1, count: 3200)), turn: turn)
        try client.publish(SpeechEnded(durationMs: 100, reason: .silence, chunks: 1), turn: turn)
    }
}

/// A recognizer that needs until a test releases it, or its turn is cancelled: by the call, or only with its task.
private struct SlowRecognizer: SpeechRecognizer {
    struct State {
        /// The number of turns whose end was asked for.
        var finished = 0
        /// The number of those that were given up.
        var given = 0
        var isCancelled = false
        var isReleased = false
    }

    let engine = "slow"
    let heedsCall: Bool
    let state = Watched(State())

    func configure(_ vocabulary: Vocabulary) async throws -> [VocabularyProblem] { [] }

    func begin() async throws { state.change { $0.isCancelled = false } }

    func accept(_ samples: [Int16]) async throws -> PartialResult? { nil }

    func finish() async throws -> RecognitionResult {
        state.change { $0.finished += 1 }
        await state.wait { $0.isReleased || $0.isCancelled }
        guard state.value.isReleased else {
            state.change { $0.given += 1 }
            throw TranscriptionError(.engine, "cancelled")
        }
        return RecognitionResult(text: "hello", confidence: 1, engine: engine)
    }

    func cancel() async { if heedsCall { state.change { $0.isCancelled = true } } }
}
