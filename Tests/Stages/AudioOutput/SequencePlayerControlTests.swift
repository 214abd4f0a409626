import SaybusMessages
import SaybusSound
import SaybusSupport
import Testing

@testable import SaybusAudioOutput

/// The controls of a player.
extension SequencePlayerTests {
    @Test("a pause fades, loses no sound, and is reported")
    func pause() async throws {
        let sink = ManualSink(capacity: 5_000)
        try await withPlayer(sink) { player, log in
            let id = MessageID()
            // A tone, whose neighbouring samples all differ.
            let long = AudioEvent.tone(.init(frequency: 313, durationMs: 2_000, volume: 0.9))
            await player.play(AudioSequence([long]), id: id)
            try await sink.untilBuffered(4_900)
            sink.advance(1_234)
            try await player.control(AudioControl(.pause))
            try await sink.play(until: { log.states(of: id).contains(.suspended) })
            let held = try await log.first { $0.state == .suspended }
            try await player.control(AudioControl(.resume))
            try await sink.play(until: { log.states(of: id).contains(.finished) })
            let end = try await log.end(of: id)
            #expect(end.positionMs == 2_000 && end.sample == 44_100)
            let place = Int(Double(held.positionMs ?? 0) * 22.05)
            var generator = try ToneGenerator(frequency: 313, duration: .seconds(2), volume: 0.9, rate: 22_050)
            let whole = generator.next(44_100)
            // The 10 ms that fade out are repeated as they fade in.
            #expect(sink.played.count == 44_100 + 220)
            let isSame = sink.played.prefix(place - 50).elementsEqual(whole.prefix(place - 50))
            let isSameAfter = sink.played.suffix(44_100 - place - 300).elementsEqual(whole.suffix(44_100 - place - 300))
            #expect(isSame && isSameAfter)
            #expect(log.states(of: id) == [.queued, .started, .suspended, .resumed, .finished])
            // No step is larger than the tone's own, so there is no click.
            let steepest = 0.9 * 32767 * 2 * Double.pi * 313 / 22_050
            #expect(Double(SampleSteps.largest(sink.played)) <= steepest * 1.02 + 2)
        }
    }

    @Test("skip goes to the next event, and stop ends or drops all sequences")
    func skipAndStop() async throws {
        let sink = ManualSink(capacity: 1_000)
        try await withPlayer(sink) { player, log in
            let (first, second) = (MessageID(), MessageID())
            // Sound passes until its start is in the log, so it must not be over by then.
            let long = AudioEvent.tone(.init(frequency: 300, durationMs: 30_000))
            await player.play(AudioSequence([.speech(.init(Self.story)), long], reportsItems: true), id: first)
            await player.play(AudioSequence([tone]), id: second)
            try await sink.untilBuffered(900)
            sink.advance(100)
            try await log.first { $0.item == 0 && $0.state == .started }
            try await player.control(AudioControl(.skip))
            try await sink.play(until: { log.states(of: first, item: 1).contains(.started) })
            #expect(log.states(of: first, item: 0) == [.started, .interrupted])
            try await player.control(AudioControl(.stop))
            try await sink.play(until: { log.states(of: first).contains(.interrupted) })
            #expect(try await log.end(of: first).state == .interrupted)
            #expect(try await log.end(of: second).state == .skipped)
            #expect(player.isIdle)
        }
    }

    @Test("two skips at once skip two events, and each of them is reported as over once")
    func skipTwice() async throws {
        let sink = ManualSink(capacity: 1_000)
        try await withPlayer(sink) { player, log in
            let id = MessageID()
            let long = AudioEvent.tone(.init(frequency: 300, durationMs: 3_000))
            await player.play(AudioSequence([long, long, tone], reportsItems: true), id: id)
            try await sink.play(upTo: 1)
            try await log.first { $0.item == 0 && $0.state == .started }
            // The sink is full, so nothing is mixed between the two.
            try await sink.untilBuffered(1_001)
            try await player.control(AudioControl(.skip))
            try await player.control(AudioControl(.skip))
            try await sink.play(until: { log.states(of: id).contains(.finished) })
            #expect(log.states(of: id, item: 0) == [.started, .interrupted])
            #expect(log.states(of: id, item: 1) == [.skipped])
            #expect(log.states(of: id, item: 2) == [.started, .finished])
        }
    }

    @Test("a control sets voice, rate and volume of following speech, and is refused with an unknown value")
    func control() async throws {
        let sink = ManualSink()
        try await withPlayer(sink) { player, log in
            for bad in [
                AudioControl(.rate, value: 5), AudioControl(.rate, value: .nan), AudioControl(.rate, value: 1e300),
                AudioControl(.rate), AudioControl(.volume, value: 2), AudioControl(.volume, value: .nan),
                AudioControl(.voice, voice: "Gandalf"),
            ] {
                await #expect(throws: SynthesisError.self) { try await player.control(bad) }
            }
            try await player.control(AudioControl(.rate, value: 400))
            try await player.control(AudioControl(.voice, voice: "de"))
            try await player.control(AudioControl(.volume, value: 0))
            let id = MessageID()
            await player.play(AudioSequence([.speech(.init("Hello world.")), tone]), id: id)
            #expect(try await log.end(of: id).state == .finished)
        }
        #expect(!sink.played.isEmpty)
        #expect(sink.played.allSatisfy { $0 == 0 })
    }

    @Test("with random commands and sink failures, each sequence ends once", arguments: 0..<12)
    func random(seed: Int) async throws {
        let sink = ManualSink(capacity: 2_000)
        var options = SequencePlayer.Options()
        options.capacity = 5
        try await withPlayer(sink, options: options) { player, log in
            var random = SplitMix(seed: UInt64(seed))
            var ids: [MessageID] = []
            for _ in 0..<150 {
                switch Int.random(in: 0..<10, using: &random) {
                case 0...3:
                    let id = MessageID()
                    ids.append(id)
                    let events = (0..<Int.random(in: 0...3, using: &random)).map { _ in
                        [tone, .speech(.init("No.")), .silence(durationMs: 30), .silence(durationMs: -1)]
                            .randomElement(using: &random) ?? tone
                    }
                    let policy = AudioSequence.Policy.allCases.randomElement(using: &random)
                    await player.play(
                        AudioSequence(events, policy: policy, reportsItems: Bool.random(using: &random)), id: id)
                case 4: try await player.control(AudioControl(.pause))
                case 5, 6: try await player.control(AudioControl(.resume))
                case 7: try await player.control(AudioControl(.skip))
                case 8: sink.setBroken(Int.random(in: 0..<4, using: &random) == 0)
                default: sink.advance(Int.random(in: 0...5_000, using: &random))
                }
                await Task.yield()
            }
            try await player.control(AudioControl(.stop))
            try await sink.play(until: { ids.allSatisfy { log.states(of: $0).contains { $0.isEnd } } })
            for id in ids {
                #expect(log.reports.filter { $0.sequence == id && $0.item == nil && $0.isOver }.count == 1)
            }
            sink.setBroken(false)
            let last = MessageID()
            await player.play(AudioSequence([.silence(durationMs: 10)]), id: last)
            try await sink.play(until: { log.states(of: last).contains { $0.isEnd } })
            #expect(log.states(of: last).last == .finished)
        }
    }
}
