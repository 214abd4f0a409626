import SaybusBus
import SaybusMessages
import SaybusTesting
import Testing

@testable import SaybusTap

@Suite("Comparison of shadows with active instances")
struct ShadowTests {
    private func message(
        _ body: some BusMessage, from source: String, shadow: Bool = false, at: Int64, causes: [MessageID] = [],
        turn: TurnID = TurnID()
    ) throws -> RawMessage {
        var header = Header(
            kind: shadow ? type(of: body).kind.shadow : type(of: body).kind, session: .default, turn: turn,
            source: try #require(Source(source)), run: 1, sequence: 0, at: at, causes: causes)
        let bytes = try body.wire(header: &header)
        return RawMessage(header: header, body: bytes)
    }

    private func intent(_ minutes: Double?, confidence: Double = 0.5) -> SpeechIntent {
        let hypotheses = minutes.map { minutes in
            [
                SpeechIntent.Hypothesis(
                    app: "kitchen", type: "SetTimer", confidence: confidence,
                    parameters: ["minutes": Parameter(value: .number(minutes), words: "x", type: "Number")])
            ]
        }
        return SpeechIntent(text: "set a timer", hypotheses: hypotheses ?? [], engine: "pattern")
    }

    @Test(
        "an active and a shadow result for one cause form a pair in any order, with both meanings and latencies")
    func pairs() throws {
        var comparison = ShadowComparison()
        let asked = try message(SpeechTranscript(text: "set a timer", engine: "text"), from: "transcribe/a", at: 1000)
        #expect(comparison.record(asked).isEmpty)
        let causes = [asked.header.id]
        let first = comparison.record(
            try message(intent(10), from: "shadow.intent/b", shadow: true, at: 1900, causes: causes))
        #expect(first.isEmpty)
        let pairs = comparison.record(
            try message(intent(10, confidence: 1), from: "intent/a", at: 1300, causes: causes))
        let pair = try #require(pairs.first)
        #expect(pairs.count == 1 && pair.agrees)
        #expect(pair.active.latency == 300 && pair.shadow.latency == 900)
        #expect(pair.line.hasPrefix("= speech.intent"))
        #expect(pair.line.contains("kitchen.SetTimer(minutes=10) 1.00 300 µs"))
        let other = comparison.record(
            try message(intent(nil), from: "shadow.intent/c", shadow: true, at: 1900, causes: causes))
        #expect(other.first?.agrees == false)
        #expect(other.first?.line.contains("not understood: \"set a timer\"") == true)
        let summary = try #require(comparison.summary.first)
        #expect(comparison.summary.count == 1)
        #expect(summary.pairs == 2 && summary.agreements == 1 && summary.onlyActive == 0 && summary.onlyShadow == 0)
        #expect(summary.line.hasPrefix("speech.intent: 1 of 2 agree (50 %); active: confidence 1.00, 300 µs"))
    }

    @Test("an utterance with a result from one side only is counted once")
    func unpaired() throws {
        var comparison = ShadowComparison()
        let (question, other) = (MessageID(), MessageID())
        let transcript = SpeechTranscript(text: "a", engine: "x")
        let turn = TurnID()
        for _ in 0..<2 {
            _ = comparison.record(
                try message(
                    transcript, from: "shadow.transcribe/b", shadow: true, at: 1, causes: [question], turn: turn))
        }
        _ = comparison.record(try message(transcript, from: "transcribe/a", at: 1, causes: [other]))
        let summary = try #require(comparison.summary.first)
        #expect(summary.onlyShadow == 1 && summary.onlyActive == 1 && summary.pairs == 0)
        // A transcript without a cause, such as typed text, is not compared.
        _ = comparison.record(try message(transcript, from: "ask/a", at: 1))
        #expect(comparison.summary.first?.onlyActive == 1)
    }

    @Test("transcripts of one turn form a pair, whichever message of the turn they answer")
    func transcripts() throws {
        var comparison = ShadowComparison()
        let turn = TurnID()
        let end = SpeechEnded(durationMs: 900, reason: .silence, chunks: 9)
        let ended = try message(end, from: "listen/a", at: 1000, turn: turn)
        _ = comparison.record(ended)
        let transcript = SpeechTranscript(text: "a", engine: "x")
        _ = comparison.record(
            try message(transcript, from: "transcribe/a", at: 1300, causes: [ended.header.id], turn: turn))
        let pairs = comparison.record(
            try message(
                transcript, from: "shadow.transcribe/b", shadow: true, at: 1900, causes: [MessageID()], turn: turn))
        #expect(pairs.count == 1 && pairs.first?.shadow.latency == 900)
    }

    @Test("a shadow's results that cannot be read are counted, with the reason")
    func unreadable() throws {
        var comparison = ShadowComparison()
        var raw = try message(intent(10), from: "shadow.intent/b", shadow: true, at: 1, causes: [MessageID()])
        raw.body = Array("{}".utf8)
        #expect(comparison.record(raw).isEmpty)
        let line = try #require(comparison.summary.first).line
        #expect(line.contains("1 of the shadow cannot be read: shadow.intent/b: "), "\(line)")
    }

    @Test("saybus-tap shadow prints a line for each pair and the summary at the end")
    func program() async throws {
        let test = try TestBus()
        let tap = try ProgramUnderTest("saybus-tap", ["shadow", "--bus", test.address.url, "--count", "2"])
        try await tap.ready()
        let programs = try [[], ["--shadow"]].map {
            try ProgramUnderTest("saybus-intent", ["--bus", test.address.url] + $0)
        }
        for program in programs { try await program.ready() }
        let speaker = try test.connect(.transcribe, tracking: [SpeechTranscript.self])
        try await speaker.ready()
        for text in ["next song", "louder"] { try speaker.publish(SpeechTranscript(text: text, engine: "text")) }
        #expect(try await tap.exitCode() == 0)
        let lines = tap.lines()
        #expect(lines.count == 3)
        #expect(lines.prefix(2).allSatisfy { $0.hasPrefix("= speech.intent") })
        #expect(lines.last?.hasPrefix("speech.intent: 2 of 2 agree (100 %)") == true)
    }
}
