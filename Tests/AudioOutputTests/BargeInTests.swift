import Messages
import SaybusTesting
import Testing

@testable import AudioOutput

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
            await sink.play(until: { log.states(of: id).contains(.started) })
            bargeIn.began(in: .default)
            await sink.play(until: { log.states(of: id).contains(.suspended) })
            await clock.waitForSleepers()
            try await body(bargeIn, clock, sink, log, id)
        }
    }

    @Test("what is held goes on when no words have come within two seconds of the end of the speech")
    func falseAlarm() async throws {
        try await held { bargeIn, clock, sink, log, id in
            bargeIn.ended(in: .default)
            await clock.waitForSleepers()
            clock.advance(by: .milliseconds(1_999))
            #expect(!log.states(of: id).contains(.resumed))
            clock.advance(by: .milliseconds(1))
            await sink.play(until: { log.states(of: id).contains(.finished) })
            #expect(log.states(of: id) == [.queued, .started, .suspended, .resumed, .finished])
        }
    }

    @Test("speech of which no end is told holds for thirty seconds at most")
    func endless() async throws {
        try await held { _, clock, sink, log, id in
            clock.advance(by: .seconds(30))
            await sink.play(until: { log.states(of: id).contains(.finished) })
        }
    }

    @Test("words end what is held; the assistant's own and none do not", arguments: ["stop it", sentence, " "])
    func words(text: String) async throws {
        try await held { bargeIn, _, sink, log, id in
            bargeIn.ended(in: .default)
            bargeIn.understood(text, in: .default)
            await sink.play(until: { log.states(of: id).contains { $0.isEnd } })
            #expect(log.states(of: id).last == (text == "stop it" ? .interrupted : .finished))
        }
    }

    @Test("a user who goes on after a short silence is waited for anew; a deadline that comes too late does nothing")
    func goesOn() async throws {
        try await held { bargeIn, clock, sink, log, id in
            bargeIn.ended(in: .default)
            await clock.waitForSleepers()
            clock.advance(by: .seconds(1))
            bargeIn.began(in: .default)
            await clock.waitForSleepers()
            // As when it had run out just before the user went on.
            bargeIn.missed(2, in: .default)
            clock.advance(by: .seconds(20))
            #expect(!log.states(of: id).contains(.resumed))
            bargeIn.understood("never mind", in: .default)
            await sink.play(until: { log.states(of: id).contains { $0.isEnd } })
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
            await sink.play(until: { log.states(of: id).contains(.started) })
            while sink.heard.count < 4_000 {
                await sink.untilBuffered(500)
                sink.advance(500)
            }
            _ = player.speechBegan(in: .default)
            while sink.heard.count < 8_000 {
                await sink.untilBuffered(500)
                sink.advance(500)
            }
            #expect(!log.states(of: id).contains { $0.isEnd })
            await sink.play(until: {
                _ = player.speechBegan(in: .default)
                return log.states(of: id).contains { $0.isEnd }
            })
            #expect(await log.end(of: id).state == .interrupted)
        }
    }
}
