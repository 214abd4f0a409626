import Foundation
import Logging
import SaybusBroker
import SaybusBus
import SaybusMessages
import SaybusTesting
import Testing

@Suite("Tracked delivery over real sockets")
struct TrackedDeliveryTests {
    @Test("a transcript published before the intent stage exists reaches it when it arrives")
    func lateReceiver() async throws {
        let test = try TestBus()
        let speaker = try test.connect(.transcribe, tracking: [SpeechTranscript.self])
        try await speaker.ready()
        let transcript = try speaker.publish(SpeechTranscript(text: "hello", engine: "text"), turn: TurnID())
        #expect(speaker.unanswered == 1)

        let intent = try test.connect(.intent)
        let transcripts = intent.subscribe(SpeechTranscript.self)
        try await intent.ready()
        try intent.publish(StageStatus(role: .intent, instance: "test", state: .ready, pid: 1, uptimeMs: 0))
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
        let speaker = try test.connect(.transcribe, tracking: [SpeechTranscript.self])
        let receipts = speaker.subscribe(Receipt.self)
        try await speaker.ready()
        let intent = try test.connect(.intent)
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

    @Test("a tracked message that no stage takes before its deadline ends its turn as expired")
    func expiry() async throws {
        let test = try TestBus()
        let tap = try test.connect(.tap)
        let ends = tap.subscribe(TurnEnded.self)
        try await tap.ready()
        let speaker = try test.connect(.transcribe, tracking: [SpeechTranscript.self])
        try await speaker.ready()
        let turn = TurnID()
        try speaker.publish(
            SpeechTranscript(text: "hello", engine: "text"), turn: turn, deadline: WallClock.microseconds() + 200_000)
        let end = await ends.first()
        #expect(end?.body.outcome == .expired)
        #expect(end?.header.turn == turn)
        #expect(end?.body.reason?.contains("intent") == true)
    }

    @Test("the headers of tracked and of momentary messages have a deadline, also when the publisher gives none")
    func givenDeadline() async throws {
        let test = try TestBus()
        let client = try test.connect(.dispatch, tracking: [AudioSequence.self])
        try await client.ready()
        let sequence = AudioSequence([.tone(.init(frequency: 440, durationMs: 30))])
        let first = try client.publish(sequence)
        #expect(first.deadline == first.at + Outbox.defaultLife)
        var asked = first
        asked.deadline = first.at + 1_000_000
        let answer = try client.publish(sequence, answering: asked)
        #expect(answer.deadline == asked.deadline)
        let pause = try client.publish(AudioControl(.pause), answering: asked)
        #expect(pause.deadline == pause.at + Outbox.defaultLife)
        // A late stop or setting still does what was wanted.
        let stop = try client.publish(AudioControl(.stop), answering: asked)
        let volume = try client.publish(AudioControl(.volume, value: 0.5))
        #expect(stop.deadline == nil && volume.deadline == nil)
    }

    @Test("a stale message is counted and not delivered, and the log names its publisher")
    func stale() async throws {
        let test = try TestBus()
        let log = LogText()
        let intent = try Bus(
            at: test.address, as: try #require(Source(role: .intent, instance: "test")),
            logger: Logger(label: "test", factory: { StreamLogHandler(label: $0, stream: log) }))
        let transcripts = intent.subscribe(SpeechTranscript.self)
        try await intent.ready()
        let speaker = try test.connect(.transcribe)
        try await speaker.ready()
        try speaker.publish(SpeechTranscript(text: "old", engine: "text"), deadline: WallClock.microseconds() - 1)
        try speaker.publish(SpeechTranscript(text: "new", engine: "text"))
        #expect(await transcripts.first()?.body.text == "new")
        #expect(intent.counters.stale == 1)
        #expect(log.text.value.contains("source=transcribe/test"), "\(log.text.value)")
    }

    @Test("a dropped tracked message is delivered when it is sent again, and gets no receipt before")
    func noRoom() async throws {
        let test = try TestBus()
        let speaker = try test.connect(.transcribe, tracking: [SpeechTranscript.self])
        let receipts = speaker.subscribe(Receipt.self)
        try await speaker.ready()
        let intent = try test.connect(.intent)
        let transcripts = intent.subscribe(SpeechTranscript.self, buffer: 1)
        try await intent.ready()
        try speaker.publish(SpeechTranscript(text: "first", engine: "text"))
        try speaker.publish(SpeechTranscript(text: "second", engine: "text"))
        try speaker.publish(SpeechPartial(text: "marker", revision: 0))
        #expect(await transcripts.first()?.body.text == "first")
        // Both are sent again after a second: the first was handled here, the second counts as new.
        #expect(await transcripts.first()?.body.text == "second")
        let receipt = await receipts.first()
        #expect(receipt != nil)
        #expect(speaker.unanswered <= 1)
    }

    @Test("a declined message counts as new when it is sent again; a draining stage answers no retransmissions")
    func declined() async throws {
        let test = try TestBus()
        let speaker = try test.connect(.transcribe, tracking: [SpeechTranscript.self])
        try await speaker.ready()
        let intent = try test.connect(.intent)
        let transcripts = intent.subscribe(SpeechTranscript.self)
        try await intent.ready()
        try speaker.publish(SpeechTranscript(text: "hello", engine: "text"))
        let first = try #require(await transcripts.first())
        intent.decline(first.header)
        let again = try #require(await transcripts.first())
        #expect(again.header.id == first.header.id)
        intent.sendsReceipts = false
        let successor = try test.connect(.intent, instance: "successor")
        let theirs = successor.subscribe(SpeechTranscript.self)
        try await successor.ready()
        try successor.publish(
            StageStatus(role: .intent, instance: "successor", state: .ready, pid: 1, uptimeMs: 0))
        #expect(await theirs.first()?.header.id == first.header.id)
        #expect(speaker.unanswered == 1)
    }

    @Test("a stage that may decline what it has received sends no receipt for a message that it has not accepted")
    func accepted() async throws {
        let test = try TestBus()
        let speaker = try test.connect(.transcribe, tracking: [SpeechTranscript.self])
        let receipts = speaker.subscribe(Receipt.self)
        try await speaker.ready()
        let intent = try test.connect(.intent)
        intent.receiptsNeedAcceptance = true
        let transcripts = intent.subscribe(SpeechTranscript.self)
        try await intent.ready()
        let header = try speaker.publish(SpeechTranscript(text: "hello", engine: "text"))
        let first = try #require(await transcripts.first())
        // Two repetitions, as by a broker that stood still, come before the message is read and declined.
        let frames = RawMessage(header: header, body: Array(try JSONEncoder().encode(first.body))).frames
        for _ in 0..<2 { try speaker.publish(frames: frames) }
        try await speaker.ready()
        try await intent.ready()
        intent.decline(first.header)
        // The publisher, without a receipt, sends it again, and now it is accepted.
        let again = try #require(await transcripts.first())
        #expect(again.header.id == header.id)
        #expect(speaker.unanswered == 1)
        intent.accept(again.header)
        try speaker.publish(frames: frames)
        let receipt = await receipts.first()
        #expect(receipt?.header.causes == [header.id])
    }

    @Test("a subscription made after the end of the bus ends at once")
    func subscribedTooLate() async throws {
        let test = try TestBus()
        let bus = try test.connect(.intent)
        await bus.close()
        for try await _ in bus.subscribe(SpeechTranscript.self) { Issue.record("nothing can come") }
        try await bus.ended()
    }

    @Test("a turn's end published while no broker runs reaches its subscribers when the broker is back")
    func reportWhileAway() async throws {
        let address = try TestBus.freshAddress()
        let first = try TestBus.at(address)
        let listener = try first.connect(.listen)
        let ends = listener.subscribe(TurnEnded.self)
        try await listener.ready()
        let speaker = try first.connect(.dispatch)
        try await speaker.ready()
        first.broker.close()
        let turn = TurnID()
        try speaker.publish(TurnEnded(outcome: .handled), turn: turn)
        let second = try TestBus.at(address)
        #expect(await ends.first()?.header.turn == turn)
        withExtendedLifetime((first, second)) {}
    }

    @Test("a program hears of the end of a turn that it gives up, once, also while no broker runs")
    func givenUpWhileAway() async throws {
        let address = try TestBus.freshAddress()
        let first = try TestBus.at(address)
        let speaker = try first.connect(.transcribe, tracking: [SpeechTranscript.self])
        let recorder = Recorder(speaker.subscribe(to: [TurnEnded.self]))
        try await speaker.ready()
        first.broker.close()
        let (turn, next) = (TurnID(), TurnID())
        try speaker.publish(
            SpeechTranscript(text: "hello", engine: "text"), turn: turn, deadline: speaker.now + 1_000_000)
        let ended = try #require(await recorder.first(TurnEnded.self))
        #expect(ended.header.turn == turn && ended.body.outcome == .expired)
        let second = try TestBus.at(address)
        try speaker.publish(TurnEnded(outcome: .handled), turn: next)
        _ = try #require(await recorder.first(TurnEnded.self) { $0.header.turn == next })
        #expect(recorder.all(TurnEnded.self).map(\.header.turn) == [turn, next])
        withExtendedLifetime((first, second)) {}
    }
}

/// The text of a log.
private final class LogText: TextOutputStream, Sendable {
    let text = Watched("")

    func write(_ line: String) { text.change { $0 += line } }
}
