import Foundation
import SaybusBus
import SaybusMessages
import SaybusTesting
import Testing

@Suite("Listen requests", .timeLimit(.minutes(1)))
struct ListenRequestTests {
    @Test("requests take effect and get their receipts while no sound comes in: a turn opens, and off ends it")
    func withoutSound() async throws {
        let test = try TestBus()
        let client = try test.connect(Role("client"), tracking: [ListenRequest.self])
        let messages = client.subscribe(to: [SpeechStarted.self, SpeechEnded.self, Receipt.self])
        try await client.ready()
        let (listen, transcriber) = try await startListener(on: test)
        defer { withExtendedLifetime(transcriber) {} }
        try client.publish(ListenRequest(mode: .hold))
        var kinds: [Kind] = []
        for await case .message(let message) in messages {
            kinds.append(message.header.kind)
            if message.header.kind == SpeechStarted.kind { break }
        }
        // A listener that has just become ready may get the request twice, and then acknowledges it twice.
        #expect(kinds.first == Receipt.kind)
        try client.publish(ListenRequest(mode: .off))
        kinds = []
        for await case .message(let message) in messages {
            kinds.append(message.header.kind)
            if message.header.kind == SpeechEnded.kind { break }
        }
        #expect(kinds.first == Receipt.kind && client.unanswered == 0)
        listen.send(SIGTERM)
        #expect(try await listen.exitCode() == 0)
    }

    @Test("a request whose deadline has passed is left alone, and off counts even then")
    func late() async throws {
        let test = try TestBus()
        // Not tracked: a late request would be given up before it is sent.
        let client = try test.connect(Role("client"))
        let messages = client.subscribe(to: [SpeechStarted.self, SpeechEnded.self, Receipt.self])
        try await client.ready()
        let (listen, transcriber) = try await startListener(on: test)
        defer { withExtendedLifetime(transcriber) {} }
        let late = client.now - 1_000_000
        try client.publish(ListenRequest(mode: .hold), deadline: late)
        let off = try client.publish(ListenRequest(mode: .off), deadline: late)
        let hold = try client.publish(ListenRequest(mode: .hold), deadline: client.now + 10_000_000)
        var received: [RawMessage] = []
        for await case .message(let message) in messages {
            received.append(message)
            if message.header.kind == SpeechStarted.kind { break }
        }
        // The late request would have opened a turn, which the next one ends.
        #expect(received.map(\.header.kind) == [Receipt.kind, Receipt.kind, SpeechStarted.kind])
        #expect(received.prefix(2).map { $0.header.causes.first } == [off.id, hold.id])
        listen.send(SIGTERM)
        #expect(try await listen.exitCode() == 0)
    }

    @Test("each request gets its receipt, also one that off replaces before it was handled")
    func replaced() async throws {
        let test = try TestBus()
        let client = try test.connect(Role("client"), tracking: [ListenRequest.self])
        let receipts = client.subscribe(to: [Receipt.self])
        try await client.ready()
        let (listen, transcriber) = try await startListener(on: test)
        defer { withExtendedLifetime(transcriber) {} }
        var waiting: Set<MessageID> = []
        for _ in 0..<200 { waiting.insert(try client.publish(ListenRequest(mode: .release)).id) }
        waiting.insert(try client.publish(ListenRequest(mode: .off)).id)
        for await case .message(let receipt) in receipts {
            waiting.subtract(receipt.header.causes)
            if waiting.isEmpty { break }
        }
        #expect(waiting.isEmpty)
        listen.send(SIGTERM)
        #expect(try await listen.exitCode() == 0)
    }

    @Test("a button opens a turn without the limit of the question that waits for its answer")
    func limitOfQuestion() async throws {
        let test = try TestBus()
        let client = try test.connect(Role("client"), tracking: [ListenRequest.self])
        let messages = client.subscribe(to: [SpeechStarted.self, AudioInput.self, SpeechEnded.self])
        try await client.ready()
        let (listen, transcriber) = try await startListener(on: test)
        defer { withExtendedLifetime(transcriber) {} }
        try client.publish(ListenRequest(mode: .followUp, noSpeechTimeoutMs: 60_000, maximumSpeechMs: 600))
        try client.publish(ListenRequest(mode: .hold))
        var (heard, hasEnded) = (0, false)
        for await case .message(let message) in messages {
            switch message.header.kind {
            case SpeechStarted.kind: try listen.write([UInt8](repeating: 0, count: 64_000))
            case AudioInput.kind: heard += try message.decode(AudioInput.self).body.samples.count
            default: hasEnded = true
            }
            if hasEnded || heard >= 32_000 { break }
        }
        let length = heard / 32
        #expect(!hasEnded, "the turn ended after \(length) ms")
        listen.send(SIGTERM)
        #expect(try await listen.exitCode() == 0)
    }

    @Test("a button during an answer holds it, by a silence above all tracks, until nobody is expected to speak")
    func buttonDuringAnswer() async throws {
        let test = try TestBus()
        let audio = try test.connect(.audio)
        let sequences = audio.subscribe(AudioSequence.self)
        try await audio.ready()
        try audio.publish(StageStatus(role: .audio, instance: "test", state: .ready, pid: 1, uptimeMs: 0))
        let client = try test.connect(Role("client"), tracking: [ListenRequest.self])
        try await client.ready()
        let (listen, transcriber) = try await startListener(on: test)
        defer { withExtendedLifetime(transcriber) {} }
        try client.publish(AudioPlayback(sequence: MessageID(), state: .started))
        let pressed = try client.publish(ListenRequest(mode: .pushToTalk, noSpeechTimeoutMs: 60_000))
        let silence = try #require(await sequences.first())
        #expect(silence.body.priority == AudioSequence.questionPriority + 1 && silence.body.events.count == 1)
        try client.publish(AudioPlayback(sequence: silence.header.id, state: .started))
        try client.publish(ListenRequest.withdrawal(of: pressed.id))
        let end = try #require(await sequences.first { $0.header.id != silence.header.id })
        #expect(end.body.events.isEmpty && end.body.policy == .interrupt && end.body.track == silence.body.track)
        listen.send(SIGTERM)
        #expect(try await listen.exitCode() == 0)
    }

    /// Starts a listener that opens a turn on request, beside a transcriber that is ready.
    private func startListener(on test: TestBus) async throws -> (ProgramUnderTest, transcriber: Bus) {
        let transcriber = try test.connect(.transcribe)
        try await transcriber.ready()
        try transcriber.publish(
            StageStatus(role: .transcribe, instance: "test", state: .ready, pid: 1, uptimeMs: 0))
        let listen = try ProgramUnderTest(
            "saybus-listen", ["--bus", test.address.url, "--stdin", "--push-to-talk", "--no-tones"], takesInput: true)
        try await listen.ready()
        return (listen, transcriber)
    }
}
