import Bus
import Messages
import SaybusTesting
import Testing

@Suite("Tracked delivery over real sockets")
struct TrackedDeliveryTests {
    @Test("a transcript published before the intent stage exists reaches it when it comes")
    func lateReceiver() async throws {
        let test = try TestBus()
        let speaker = try test.connect("transcribe", tracking: [SpeechTranscript.self])
        try await speaker.ready()
        let transcript = try speaker.publish(SpeechTranscript(text: "hello", engine: "text"), turn: TurnID())
        #expect(speaker.unanswered == 1)

        let intent = try test.connect("intent")
        let transcripts = intent.subscribe(SpeechTranscript.self)
        try await intent.ready()
        try intent.publish(StageStatus(role: "intent", instance: "test", state: .ready, pid: 1, uptimeMs: 0))
        let message = try #require(await transcripts.first())
        #expect(message.header.id == transcript.id)
        let answers = speaker.subscribe(SpeechIntent.self)
        try await speaker.ready()
        try intent.publish(SpeechIntent(text: "hello", hypotheses: [], engine: "x"), answering: message.header)
        #expect(await answers.first() != nil)
        #expect(speaker.unanswered == 0)
        #expect(speaker.counters.retried >= 1)
    }

    @Test("a repeated message is delivered once and answered with a receipt")
    func repetition() async throws {
        let test = try TestBus()
        let speaker = try test.connect("transcribe", tracking: [SpeechTranscript.self])
        let receipts = speaker.subscribe(Receipt.self)
        try await speaker.ready()
        let intent = try test.connect("intent")
        let transcripts = intent.subscribe(SpeechTranscript.self)
        try await intent.ready()
        let header = try speaker.publish(SpeechTranscript(text: "hello", engine: "text"))
        let message = try #require(await transcripts.first())
        try speaker.publishAgain([
            RawMessage(
                header: message.header, body: Array("{\"text\":\"hello\",\"confidence\":1,\"engine\":\"text\"}".utf8))
        ])
        let receipt = await receipts.first()
        #expect(receipt?.header.causes == [header.id])
        #expect(speaker.unanswered == 0)
        #expect(intent.counters.repeated >= 1)
        try speaker.publish(SpeechTranscript(text: "next", engine: "text"))
        #expect(await transcripts.first()?.body.text == "next")
    }

    @Test("what nobody takes before its deadline ends its turn as expired")
    func expiry() async throws {
        let test = try TestBus()
        let tap = try test.connect("tap")
        let ends = tap.subscribe(TurnEnded.self)
        try await tap.ready()
        let speaker = try test.connect("transcribe", tracking: [SpeechTranscript.self])
        try await speaker.ready()
        let turn = TurnID()
        try speaker.publish(
            SpeechTranscript(text: "hello", engine: "text"), turn: turn, deadline: WallClock.microseconds() + 200_000)
        let end = await ends.first()
        #expect(end?.body.outcome == .expired)
        #expect(end?.header.turn == turn)
        #expect(end?.body.reason?.contains("intent") == true)
    }

    @Test("a stale message is not delivered, and counted")
    func stale() async throws {
        let test = try TestBus()
        let intent = try test.connect("intent")
        let transcripts = intent.subscribe(SpeechTranscript.self)
        try await intent.ready()
        let speaker = try test.connect("transcribe")
        try await speaker.ready()
        try speaker.publish(SpeechTranscript(text: "old", engine: "text"), deadline: WallClock.microseconds() - 1)
        try speaker.publish(SpeechTranscript(text: "new", engine: "text"))
        #expect(await transcripts.first()?.body.text == "new")
        #expect(intent.counters.stale == 1)
    }
}
