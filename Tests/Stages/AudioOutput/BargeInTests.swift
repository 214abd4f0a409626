import SaybusMessages
import SaybusTesting
import Testing

@testable import SaybusAudioOutput

/// What the user's speech does to what sounds, on a clock that the test moves.
@Suite(.timeLimit(.minutes(1))) struct BargeInTests {
    static let sentence = "Somebody mentioned interesting mountains yesterday evening."

    /// A long sequence that is held because the user began to speak.
    private func held(
        _ body: @Sendable (BargeIn, ManualClock, ManualSink, ReportLog, MessageID) async throws -> Void
    ) async throws {
        let sink = ManualSink(capacity: 1_000)
        try await withPlayer(sink) { player, log in
            let clock = ManualClock()
            let bargeIn = BargeIn(player: player, clock: clock)
            let id = MessageID()
            await player.play(AudioSequence([.speech(.init(Self.sentence))], bargeIn: .pause), id: id)
            // One sample and no more: sound that passes as fast as it is made would be over before its beginning is told.
            try await sink.untilBuffered(1)
            sink.advance(1)
            try await log.first { $0.sequence == id && $0.state == .started }
            bargeIn.began(in: .default)
            try await sink.play(until: { log.states(of: id).contains(.suspended) })
            try await clock.waitForSleepers()
            try await body(bargeIn, clock, sink, log, id)
        }
    }

    @Test("what is held goes on when no words have come within two seconds of the end of the speech")
    func falseAlarm() async throws {
        try await held { bargeIn, clock, sink, log, id in
            bargeIn.ended(in: .default)
            try await clock.waitForSleepers()
            clock.advance(by: .milliseconds(1_999))
            // The one who sleeps is the one who would let it go on.
            #expect(clock.sleeping == 1 && log.states(of: id).last == .suspended)
            clock.advance(by: .milliseconds(1))
            #expect(clock.sleeping == 0)
            try await sink.play(until: { log.states(of: id).contains { $0.isEnd } })
            #expect(log.states(of: id) == [.queued, .started, .suspended, .resumed, .finished])
        }
    }

    @Test("speech of which no end is told holds for thirty seconds at most")
    func endless() async throws {
        try await held { _, clock, sink, log, id in
            clock.advance(by: .milliseconds(29_999))
            #expect(clock.sleeping == 1 && log.states(of: id).last == .suspended)
            clock.advance(by: .milliseconds(1))
            #expect(clock.sleeping == 0)
            try await sink.play(until: { log.states(of: id).contains { $0.isEnd } })
            #expect(log.states(of: id) == [.queued, .started, .suspended, .resumed, .finished])
        }
    }

    @Test("words end what is held; the assistant's own and none do not", arguments: ["stop it", sentence, " "])
    func words(text: String) async throws {
        try await held { bargeIn, _, sink, log, id in
            bargeIn.ended(in: .default)
            bargeIn.understood(text, in: .default)
            try await sink.play(until: { log.states(of: id).contains { $0.isEnd } })
            #expect(log.states(of: id).last == (text == "stop it" ? .interrupted : .finished))
        }
    }

    @Test("a user who goes on after a short silence is waited for anew; a deadline that comes too late does nothing")
    func goesOn() async throws {
        try await held { bargeIn, clock, sink, log, id in
            bargeIn.ended(in: .default)
            try await clock.waitForSleepers()
            clock.advance(by: .seconds(1))
            bargeIn.began(in: .default)
            try await clock.waitForSleepers()
            // As when it had run out just before the user went on.
            bargeIn.expire(2, in: .default)
            clock.advance(by: .seconds(20))
            #expect(clock.sleeping == 1 && log.states(of: id).last == .suspended)
            bargeIn.understood("never mind", in: .default)
            try await sink.play(until: { log.states(of: id).contains { $0.isEnd } })
            #expect(log.states(of: id).last == .interrupted)
        }
    }

    @Test("what is safe for its first moments can be barged into afterwards, whatever it is")
    func afterAWhile() async throws {
        let tone = AudioEvent.tone(.init(frequency: 300, durationMs: 2_000))
        let sink = ManualSink(rate: 10_000, capacity: 1_000)
        try await withPlayer(sink) { player, log in
            let id = MessageID()
            await player.play(AudioSequence([tone], bargeIn: .stop, bargeInAfterMs: 500), id: id)
            try await sink.untilBuffered(1)
            sink.advance(1)
            try await log.first { $0.sequence == id && $0.state == .started }
            while sink.heard.count < 4_000 {
                try await sink.untilBuffered(500)
                sink.advance(500)
            }
            _ = player.speechBegan(in: .default)
            while sink.heard.count < 8_000 {
                try await sink.untilBuffered(500)
                sink.advance(500)
            }
            #expect(!log.states(of: id).contains { $0.isEnd })
            try await sink.play(until: {
                _ = player.speechBegan(in: .default)
                return log.states(of: id).contains { $0.isEnd }
            })
            #expect(try await log.end(of: id).state == .interrupted)
        }
    }
}
