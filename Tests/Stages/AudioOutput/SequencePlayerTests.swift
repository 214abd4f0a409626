import SaybusMessages
import SaybusTesting
import Testing

@testable import SaybusAudioOutput

@Suite(.timeLimit(.minutes(1))) struct SequencePlayerTests {
    let tone = AudioEvent.tone(.init(frequency: 440, durationMs: 200, volume: 0.5))
    static let story = String(repeating: "This is a sentence of a long story, which goes on and on. ", count: 40)

    @Test("500 ms of silence have exactly the right number of samples", arguments: [16_000, 22_050, 48_000])
    func silence(rate: Int) async throws {
        let sink = ManualSink(rate: rate)
        try await withPlayer(sink) { player, log in
            let id = MessageID()
            await player.play(AudioSequence([.silence(durationMs: 500)]), id: id)
            let end = try await log.end(of: id)
            #expect(end.state == .finished)
            #expect(end.positionMs == 500)
        }
        #expect(sink.played.count == rate / 2)
        #expect(sink.played.allSatisfy { $0 == 0 })
    }

    @Test("a tone begins and ends without a click")
    func toneEnds() async throws {
        let sink = ManualSink()
        try await withPlayer(sink) { player, log in
            let id = MessageID()
            await player.play(AudioSequence([tone]), id: id)
            try await log.end(of: id)
        }
        let played = sink.played
        #expect(played.count == 22_050 / 5)
        #expect(abs(played.first ?? .max) < 50 && abs(played.last ?? .max) < 50)
        let steps = zip(played, played.dropFirst()).map { abs(Int($1) - Int($0)) }
        // The largest step of the sine itself, at full volume.
        let steepest = 0.5 * 32767 * 2 * Double.pi * 440 / 22_050
        #expect(Double(steps.max() ?? 0) <= steepest + 2)
    }

    @Test("speech, tone and silence play in order without a gap, also inside a composite")
    func order() async throws {
        let sink = ManualSink()
        let synthesizer = EspeakSynthesizer()
        let words = try await EspeakSynthesizerTests.samples(synthesizer.synthesize(.init("Ten minutes.")))
        try await withPlayer(sink, synthesizer: synthesizer) { player, log in
            let id = MessageID()
            await player.play(
                AudioSequence([
                    .speech(.init("Ten minutes.")), .composite([tone, .composite([.silence(durationMs: 100)])]), tone,
                ]), id: id)
            let end = try await log.end(of: id)
            #expect(end.state == .finished)
            #expect(log.states(of: id) == [.queued, .started, .finished])
        }
        let played = sink.played
        #expect(played.count == words.count + 4_410 + 2_205 + 4_410)
        #expect(Array(played.prefix(words.count)) == words)
        #expect(played[words.count..<words.count + 4_410].contains { $0 > 10_000 })
        #expect(played[(words.count + 4_410)..<(words.count + 6_615)].allSatisfy { $0 == 0 })
    }

    @Test("speech is resampled for a sink of another rate", arguments: [16_000, 48_000])
    func resampled(rate: Int) async throws {
        let synthesizer = EspeakSynthesizer()
        let words = try await EspeakSynthesizerTests.samples(synthesizer.synthesize(.init("Hello world.")))
        let sink = ManualSink(rate: rate)
        try await withPlayer(sink, synthesizer: synthesizer) { player, log in
            let id = MessageID()
            await player.play(AudioSequence([.speech(.init("Hello world."))]), id: id)
            try await log.end(of: id)
        }
        #expect(abs(sink.played.count - words.count * rate / 22_050) <= 1)
        let ratio = EspeakSynthesizerTests.loudness(sink.played) / EspeakSynthesizerTests.loudness(words)
        #expect(abs(ratio - 1) < 0.2)
    }

    @Test("an interruption in the middle of speech reports the position to the sample, and the words played")
    func interrupted() async throws {
        let sink = ManualSink(capacity: 5_000)
        try await withPlayer(sink) { player, log in
            let (first, second) = (MessageID(), MessageID())
            await player.play(AudioSequence([.silence(durationMs: 100), .speech(.init(Self.story))]), id: first)
            for _ in 0..<20 {
                try await sink.untilBuffered(4_000)
                sink.advance(3_000)
            }
            await player.play(AudioSequence([.silence(durationMs: 10)], policy: .interrupt), id: second)
            try await sink.play(until: { log.states(of: second).contains(.finished) })
            let end = try await log.end(of: first)
            #expect(end.state == .interrupted)
            #expect(end.reason?.isEmpty == false)
            let count = try #require(end.words)
            let story = Self.story.split(separator: " ").map(String.init)
            // Some three words per second.
            #expect((5...12).contains(count), "\(count) words")
            #expect(end.text == story.prefix(count).joined(separator: " "))
            #expect(try await log.end(of: second).state == .finished)
            #expect(sink.played.count == (end.sample ?? 0) + 221)
            #expect(end.positionMs == Int((Double(end.sample ?? 0) / 22.05).rounded()))
        }
    }

    @Test("finished is reported only when the last sample has been played")
    func finishedIsTrue() async throws {
        let sink = ManualSink(capacity: 5_000)
        try await withPlayer(sink) { player, log in
            let (first, second) = (MessageID(), MessageID())
            await player.play(AudioSequence([.silence(durationMs: 100)]), id: first)
            await player.play(AudioSequence([tone]), id: second)
            try await sink.untilBuffered(5_000)
            sink.advance(2_204)
            #expect(log.states(of: first).last != .finished)
            sink.advance(1)
            #expect(try await log.end(of: first).positionMs == 100)
            #expect(!log.states(of: second).contains(.started))
            // The second sequence follows without a gap.
            sink.advance(1)
            try await log.first { $0.sequence == second && $0.state == .started }
            sink.advance(2_000)
            try await sink.untilBuffered(4_410 - 2_001)
            sink.advance(4_410 - 2_002)
            #expect(!log.states(of: second).contains(.finished))
            sink.advance(1)
            try await log.end(of: second)
        }
    }

    @Test(
        "an event that cannot be played is skipped with the reason, and the next one plays",
        arguments: [
            AudioEvent.speech(.init("Hello.", voice: "Gandalf")), .speech(.init("Hello.", rate: 10_000)),
            .speech(.init("Hello.", pitch: -1)), .silence(durationMs: -1), .silence(durationMs: .max),
            .silence(durationMs: .min), .tone(.init(frequency: -1, durationMs: 100)),
            .tone(.init(frequency: 20_000, durationMs: 100)), .tone(.init(frequency: .nan, durationMs: 100)),
            .tone(.init(frequency: 440, durationMs: -5)), .tone(.init(frequency: 440, durationMs: .max)),
            .tone(.init(frequency: 440, durationMs: 10, volume: 7)),
        ])
    func badEvent(event: AudioEvent) async throws {
        let sink = ManualSink()
        try await withPlayer(sink) { player, log in
            let (id, alone) = (MessageID(), MessageID())
            await player.play(AudioSequence([event, tone], reportsItems: true), id: id)
            await player.play(AudioSequence([event]), id: alone)
            let end = try await log.end(of: id)
            #expect(end.state == .finished)
            #expect(end.reason?.isEmpty == false)
            #expect(log.states(of: id, item: 0) == [.skipped])
            #expect(log.states(of: id, item: 1) == [.started, .finished])
            #expect(try await log.end(of: alone).state == .skipped)
        }
        #expect(sink.played.count == 4_410)
    }

    @Test("an invalid part of a composite is left out, and the rest is played")
    func badPart() async throws {
        let sink = ManualSink()
        try await withPlayer(sink) { player, log in
            let id = MessageID()
            await player.play(
                AudioSequence([.composite([.silence(durationMs: -1), tone])], reportsItems: true), id: id)
            let end = try await log.end(of: id)
            #expect(end.state == .finished)
            #expect(end.reason != nil)
        }
        #expect(sink.played.count == 4_410)
    }

    @Test("composites nested too deeply are skipped")
    func deep() async throws {
        var event = tone
        for _ in 0..<400 { event = .composite([event, event].dropLast(1)) }
        let deep = event
        try await withPlayer(ManualSink()) { player, log in
            let id = MessageID()
            await player.play(AudioSequence([deep]), id: id)
            let end = try await log.end(of: id)
            #expect(end.state == .skipped)
        }
    }

    @Test("an empty sequence is finished at once", arguments: [[], [AudioEvent.speech(.init(""))], [.composite([])]])
    func nothing(events: [AudioEvent]) async throws {
        try await withPlayer(ManualSink()) { player, log in
            let id = MessageID()
            await player.play(AudioSequence(events), id: id)
            let end = try await log.end(of: id)
            #expect(end.state == .finished)
            #expect(end.positionMs == 0)
            #expect(!log.states(of: id).contains(.started))
        }
    }

    @Test("a sink that fails costs the sequence, not the player")
    func brokenSink() async throws {
        let sink = ManualSink()
        try await withPlayer(sink) { player, log in
            let (first, second) = (MessageID(), MessageID())
            sink.setBroken(true)
            await player.play(AudioSequence([tone, tone]), id: first)
            let end = try await log.end(of: first)
            #expect(end.state == .skipped)
            #expect(end.reason?.contains("unplugged") == true)
            sink.setBroken(false)
            await player.play(AudioSequence([tone]), id: second)
            #expect(try await log.end(of: second).state == .finished)
        }
    }

    @Test("sound lost by a failure is not awaited: the next sequence ends, however short it is")
    func shortAfterFailure() async throws {
        for _ in 0..<20 {
            let sink = ManualSink(capacity: 100)
            try await withPlayer(sink) { player, log in
                let (first, second) = (MessageID(), MessageID())
                await player.play(AudioSequence([.silence(durationMs: 5), .silence(durationMs: 50)]), id: first)
                try await sink.untilBuffered(100)
                sink.setBroken(true)
                try await sink.play(until: { log.states(of: first).contains { $0.isEnd } })
                sink.setBroken(false)
                await player.play(AudioSequence([.silence(durationMs: 1)]), id: second)
                try await sink.play(until: { log.states(of: second).contains { $0.isEnd } })
                #expect(log.states(of: second).last == .finished)
            }
        }
    }

    @Test("of 2000 sequences those beyond the limit are skipped with a reason, the others play, and each ends once")
    func flood() async throws {
        let sink = ManualSink(capacity: 100)
        try await withPlayer(sink) { player, log in
            var ids: [MessageID] = []
            for _ in 0..<2_000 {
                let id = MessageID()
                ids.append(id)
                await player.play(AudioSequence([.silence(durationMs: 1)]), id: id)
            }
            let refused = log.reports.filter { $0.state == .skipped }
            #expect((985...1_000).contains(refused.count))
            #expect(refused.allSatisfy { $0.reason?.isEmpty == false })
            for id in ids where !log.reports.contains(where: { $0.sequence == id && $0.isOver }) {
                try await sink.play(until: { log.states(of: id).contains { $0.isEnd } })
            }
            #expect(log.reports.filter(\.isOver).count == 2_000)
            #expect(Set(log.reports.filter(\.isOver).map(\.sequence)).count == 2_000)
        }
    }

    @Test("a cancelled player ends all sequences with reports; a finished one plays to the end")
    func ending() async throws {
        for cancels in [true, false] {
            let sink = ManualSink(capacity: cancels ? 1_000 : nil)
            let log = ReportLog()
            let player = SequencePlayer(sink: sink, synthesizer: EspeakSynthesizer()) { report, _ in log.add(report) }
            let task = Task { await player.run() }
            let ids = (0..<3).map { _ in MessageID() }
            for id in ids { await player.play(AudioSequence([tone]), id: id) }
            if cancels {
                try await sink.untilBuffered(900)
                sink.advance(500)
                try await log.first { $0.state == .started }
                task.cancel()
            } else {
                player.finish()
            }
            await task.value
            let late = MessageID()
            await player.play(AudioSequence([tone]), id: late)
            #expect(log.states(of: late) == [.skipped])
            let ends = ids.map { log.states(of: $0).last }
            #expect(ends == (cancels ? [.interrupted, .skipped, .skipped] : [.finished, .finished, .finished]))
        }
    }
}

extension AudioPlayback.State {
    /// Whether the state is final.
    var isEnd: Bool { self == .finished || self == .interrupted || self == .skipped }
}
