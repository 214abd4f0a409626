import ArgumentParser
import SaybusBus
import SaybusMessages
import SaybusTesting
import Testing

@testable import SaybusStage

@Suite("Errors at a message", .timeLimit(.minutes(1)))
struct HandlingTests {
    private struct MissingModel: Error {}

    /// Runs a stage that handles its messages with a closure, until the task is cancelled.
    private static func run<Body: BusMessage>(
        _ role: Role, _ test: TestBus, at _: Body.Type,
        _ handle: @escaping @Sendable (Bus, Message<Body>) throws -> Void
    ) async throws {
        var options = try StageOptions.parse(["--bus", test.address.url])
        options.instance = "one"
        let runner = StageRunner(role: role, tracking: [SpeechIntent.self], options: options, isEmbedded: true)
        try await runner.run { context in
            let messages = context.bus.subscribe(Body.self)
            try await context.ready()
            for try await message in messages {
                try await context.handling(message.header) { try handle(context.bus, message) }
            }
        }
    }

    /// Publishes an intent, unless the words are "fail".
    private static func recognize(_ bus: Bus, _ heard: Message<SpeechTranscript>) throws {
        if heard.body.text == "fail" { throw MissingModel() }
        try bus.publish(
            SpeechIntent(text: heard.body.text, hypotheses: [], engine: "test"), answering: heard.header)
        if heard.body.text == "answer, then fail" { throw MissingModel() }
    }

    @Test("fail its turn with their text unless it is answered, and the stage goes on")
    func failure() async throws {
        let test = try TestBus()
        let client = try test.connect(.transcribe, tracking: [SpeechTranscript.self])
        let (ends, intents) = (client.subscribe(TurnEnded.self), client.subscribe(SpeechIntent.self))
        let statuses = client.subscribe(StageStatus.self)
        try await client.ready()
        let running = Task { try await Self.run(.intent, test, at: SpeechTranscript.self, Self.recognize) }
        defer { running.cancel() }
        _ = try #require(await statuses.first { $0.body.role == .intent && $0.body.state == .ready })
        func say(_ text: String) throws -> TurnID {
            let turn = TurnID()
            try client.publish(SpeechTranscript(text: text, engine: "test"), turn: turn)
            return turn
        }

        let failed = try say("fail")
        let end = try #require(await ends.first())
        #expect(end.header.turn == failed && end.body.outcome == .failed)
        let reason = try #require(end.body.reason)
        #expect(reason.hasPrefix("intent/one failed at speech.transcript: MissingModel"), "\(reason)")
        #expect(
            client.unanswered == 0 && client.refusal == nil, "it is not sent again, and its publisher is not to blame")
        #expect(await statuses.first { $0.body.problem == reason } != nil)

        let answered = try say("answer, then fail")
        #expect(await intents.first()?.header.turn == answered)
        let good = try say("good")
        #expect(await intents.first()?.header.turn == good)
        // The turn that was answered has not ended in between.
        let again = try say("fail")
        #expect(await ends.first()?.header.turn == again)
    }

    @Test("of a transcriber, at the sound of a turn, end the turn once")
    func sound() async throws {
        let test = try TestBus()
        let client = try test.connect(.listen)
        let (ends, statuses) = (client.subscribe(TurnEnded.self), client.subscribe(StageStatus.self))
        try await client.ready()
        let running = Task {
            try await Self.run(.transcribe, test, at: AudioInput.self) { _, _ in throw MissingModel() }
        }
        defer { running.cancel() }
        _ = try #require(await statuses.first { $0.body.role == .transcribe && $0.body.state == .ready })
        let turns = [TurnID(), TurnID()]
        for turn in turns {
            for index in 0..<3 {
                try client.publish(AudioInput(index: index, isLast: index == 2, samples: [0, 0]), turn: turn)
            }
        }
        for turn in turns {
            let end = await ends.first()
            #expect(end?.header.turn == turn && end?.body.outcome == .failed)
        }
    }

    @Test("that are meant to end the stage, end it")
    func ending() async throws {
        let test = try TestBus()
        let client = try test.connect(.transcribe)
        let statuses = client.subscribe(StageStatus.self)
        try await client.ready()
        let failure = StageFailure(.noInput, "the model is gone")
        let running = Task {
            try await Self.run(.intent, test, at: SpeechTranscript.self) { _, _ in throw failure }
        }
        defer { running.cancel() }
        _ = try #require(await statuses.first { $0.body.role == .intent && $0.body.state == .ready })
        try client.publish(SpeechTranscript(text: "hello", engine: "test"), turn: TurnID())
        await #expect(throws: failure) { try await running.value }
    }
}
