import SaybusMessages
import SaybusTesting
import Testing

@testable import SaybusAudioOutput

/// Barge-in, with a clock that the test advances.
@Suite(.timeLimit(.minutes(1))) struct BargeInTests {
    private let turn = TurnID()
    static let sentence = "Somebody mentioned interesting mountains yesterday evening."

    /// Runs a body with a long sequence that is held because the user began to speak.
    private func held(
        _ body: @Sendable (BargeInController, ManualClock, ManualSink, ReportLog, MessageID) async throws -> Void
    ) async throws {
        let sink = ManualSink(capacity: 1_000)
        try await withPlayer(sink) { player, log in
            let clock = ManualClock()
            let bargeIn = BargeInController(player: player, clock: clock)
            let id = MessageID()
            await player.play(AudioSequence([.speech(.init(Self.sentence))], bargeIn: .pause), id: id)
            // Only one sample is played: the sequence could be over before its start is reported.
            try await sink.untilBuffered(1)
            sink.advance(1)
            try await log.first { $0.sequence == id && $0.state == .started }
            bargeIn.began(in: .default, turn: turn)
            try await sink.play(until: { log.states(of: id).contains(.suspended) })
            try await clock.waitForSleepers()
            try await body(bargeIn, clock, sink, log, id)
        }
    }

    @Test("a held sequence resumes when no words come within two seconds of the end of speech")
    func falseAlarm() async throws {
        try await held { bargeIn, clock, sink, log, id in
            bargeIn.ended(in: .default, turn: turn)
            try await clock.waitForSleepers()
            clock.advance(by: .milliseconds(1_999))
            // The sleeping task is the one that would resume the sequence.
            #expect(clock.sleeping == 1 && log.states(of: id).last == .suspended)
            clock.advance(by: .milliseconds(1))
            #expect(clock.sleeping == 0)
            try await sink.play(until: { log.states(of: id).contains { $0.isEnd } })
            #expect(log.states(of: id) == [.queued, .started, .suspended, .resumed, .finished])
        }
    }

    @Test("speech without a reported end holds a sequence as long as the longest turn, and the wait for its transcript")
    func endless() async throws {
        try await held { _, clock, sink, log, id in
            clock.advance(by: .milliseconds(61_999))
            #expect(clock.sleeping == 1 && log.states(of: id).last == .suspended)
            clock.advance(by: .milliseconds(1))
            #expect(clock.sleeping == 0)
            try await sink.play(until: { log.states(of: id).contains { $0.isEnd } })
            #expect(log.states(of: id) == [.queued, .started, .suspended, .resumed, .finished])
        }
    }

    @Test(
        "words end a held sequence; the assistant's own words and empty texts do not",
        arguments: ["stop it", sentence, " "])
    func words(text: String) async throws {
        try await held { bargeIn, _, sink, log, id in
            bargeIn.ended(in: .default, turn: turn)
            bargeIn.understood(text, in: .default, turn: turn)
            try await sink.play(until: { log.states(of: id).contains { $0.isEnd } })
            let end = try await log.end(of: id)
            #expect(end.state == (text == "stop it" ? .interrupted : .finished))
            #expect(end.cause == (text == "stop it" ? .bargeIn : nil))
        }
    }

    @Test("the words of earlier speech do not end the hold for what is said now")
    func earlier() async throws {
        try await held { bargeIn, clock, sink, log, id in
            bargeIn.understood("what time is it", in: .default, turn: TurnID())
            bargeIn.ended(in: .default, turn: TurnID())
            #expect(clock.sleeping == 1 && log.states(of: id).last == .suspended)
            bargeIn.understood("never mind", in: .default, turn: turn)
            try await sink.play(until: { log.states(of: id).contains { $0.isEnd } })
            #expect(log.states(of: id).last == .interrupted)
        }
    }

    @Test("words that come later than two seconds after the end of speech end the sequence that went on")
    func late() async throws {
        try await held { bargeIn, clock, sink, log, id in
            bargeIn.ended(in: .default, turn: turn)
            try await clock.waitForSleepers()
            clock.advance(by: .seconds(2))
            try await sink.play(until: { log.states(of: id).contains(.resumed) })
            bargeIn.understood("never mind", in: .default, turn: turn)
            try await sink.play(until: { log.states(of: id).contains { $0.isEnd } })
            #expect(log.states(of: id) == [.queued, .started, .suspended, .resumed, .interrupted])
            #expect(try await log.end(of: id).cause == .bargeIn)
        }
    }

    @Test("the words of a turn end the hold while the user speaks again, also late", arguments: [false, true])
    func nextSpeech(isLate: Bool) async throws {
        try await held { bargeIn, _, sink, log, id in
            bargeIn.ended(in: .default, turn: turn)
            bargeIn.began(in: .default, turn: TurnID())
            // The deadline of the first speech, after its end.
            if isLate { bargeIn.expire(2, in: .default) }
            bargeIn.understood("never mind", in: .default, turn: turn)
            try await sink.play(until: { log.states(of: id).contains { $0.isEnd } })
            #expect(log.states(of: id) == [.queued, .started, .suspended, .interrupted])
        }
    }

    @Test("a turn without words does not end the hold while the user speaks again")
    func nextSpeechAfterSilence() async throws {
        try await held { bargeIn, _, sink, log, id in
            let next = TurnID()
            bargeIn.ended(in: .default, turn: turn)
            bargeIn.began(in: .default, turn: next)
            bargeIn.understood(" ", in: .default, turn: turn)
            bargeIn.understood("never mind", in: .default, turn: next)
            try await sink.play(until: { log.states(of: id).contains { $0.isEnd } })
            #expect(log.states(of: id) == [.queued, .started, .suspended, .interrupted])
        }
    }

    @Test("speech that resumes after a short silence gets a new deadline; a late deadline does nothing")
    func resumedSpeech() async throws {
        try await held { bargeIn, clock, sink, log, id in
            bargeIn.ended(in: .default, turn: turn)
            try await clock.waitForSleepers()
            clock.advance(by: .seconds(1))
            bargeIn.began(in: .default, turn: turn)
            try await clock.waitForSleepers()
            // The deadline has run out just before the user resumes.
            bargeIn.expire(2, in: .default)
            clock.advance(by: .seconds(20))
            #expect(clock.sleeping == 1 && log.states(of: id).last == .suspended)
            bargeIn.understood("never mind", in: .default, turn: turn)
            try await sink.play(until: { log.states(of: id).contains { $0.isEnd } })
            #expect(log.states(of: id).last == .interrupted)
        }
    }

    @Test("a sequence protected for its first moments can be interrupted afterwards, with any events")
    func afterAWhile() async throws {
        let tone = AudioEvent.tone(.init(frequency: 300, durationMs: 2_000))
        let sink = ManualSink(rate: 10_000, capacity: 1_000)
        try await withPlayer(sink) { player, log in
            let id = MessageID()
            await player.play(AudioSequence([tone], bargeIn: .stop, bargeInAfterMs: 500), id: id)
            try await sink.untilBuffered(1)
            sink.advance(1)
            try await log.first { $0.sequence == id && $0.state == .started }
            while sink.played.count < 4_000 {
                try await sink.untilBuffered(500)
                sink.advance(500)
            }
            player.speechBegan(in: .default)
            while sink.played.count < 8_000 {
                try await sink.untilBuffered(500)
                sink.advance(500)
            }
            #expect(!log.states(of: id).contains { $0.isEnd })
            try await sink.play(until: {
                player.speechBegan(in: .default)
                return log.states(of: id).contains { $0.isEnd }
            })
            #expect(try await log.end(of: id).state == .interrupted)
        }
    }
}
