import Foundation
import SaybusEspeakNG
import SaybusMessages
import SaybusTesting
import Testing

@testable import SaybusListening

@Suite("Several loudspeakers, some in other rooms", .enabled(if: SynthesizedSpeech.isAvailable, "needs espeak-ng"))
struct LoudspeakersTests {
    private static let block = EchoCanceller.block

    /// The most samples for which loudspeakers that the microphone does not pick up may suppress the user's speech:
    /// 0.5 s, and a tenth of the elapsed time.
    private static func maximumDeafness(in samples: Int) -> Int { 8_000 + samples / 10 }

    @Test("a loudspeaker in another room suppresses the user's speech for half a second at most")
    func elsewhere() throws {
        let played = try EchoTests.speech()
        let said = try SynthesizedSpeech.samples("turn on the bedroom light", voice: "en-us+f3", speed: 150)
        // The user begins to speak 0.6 s after it.
        let microphone = [Int16](repeating: 0, count: 9_600) + said + SynthesizedSpeech.silence(1)
        let canceller = EchoCanceller()
        var (detector, endpointer) = (EnergyDetector(), Endpointer())
        var (deaf, starts): (Int, [Int]) = (0, [])
        for start in stride(from: 0, through: microphone.count - Self.block, by: Self.block) {
            try canceller.play(Array(played[start..<start + Self.block]), rate: 16_000, now: start)
            let clean = canceller.cancel(Array(microphone[start..<start + Self.block]), position: start)
            deaf += canceller.isEcho ? Self.block : 0
            let isSpeech = detector.isSpeech(clean) && !canceller.isEcho
            for case .start(let position, _) in endpointer.consume(clean, isSpeech: isSpeech) {
                starts.append(position)
            }
        }
        #expect(deaf <= Self.maximumDeafness(in: 0))
        #expect(starts.count == 1)
        #expect(starts.first.map { $0 <= 9_600 + 1_600 } == true, "the first word is in the turn")
    }

    @Test("new loudspeakers in other rooms neither suppress speech for long nor displace the nearby one")
    func changing() throws {
        let played = try EchoTests.speech()
        let other = Array(played.reversed())
        let microphone = SimulatedRoom(delay: 1_600, decibels: -6).echo(of: played)
        let here = try #require(Source(role: .audio, instance: "here"))
        let canceller = EchoCanceller()
        var loss = (before: 0.0, after: 0.0)
        // The first half lets the nearby loudspeaker be found; then come a silence and other loudspeakers.
        let half = microphone.count / 2 / Self.block * Self.block
        var deaf = 0
        for start in stride(from: 0, through: microphone.count - Self.block, by: Self.block) {
            let range = start..<start + Self.block
            let elsewhere = try #require(Source(role: .audio, instance: "other-\(start / 4_800)"))
            try canceller.play(Array(other[range]), rate: 16_000, now: start, from: elsewhere)
            try canceller.play(Array(played[range]), rate: 16_000, now: start, from: here)
            let clean = canceller.cancel(Array(microphone[range]), position: start)
            guard start >= half else { continue }
            loss.before += EchoTests.energy(microphone[range])
            loss.after += EchoTests.energy(clean)
        }
        let found = try #require(canceller.delaySamples(of: here))
        #expect(abs(found - 1_600) <= 160)
        #expect(10 * log10(loss.before / max(1, loss.after)) > 8)

        let silence = [Int16](repeating: 0, count: Self.block)
        let (begin, count) = (microphone.count + 160_000, 160_000)
        for start in stride(from: begin, to: begin + count, by: Self.block) {
            let elsewhere = try #require(Source(role: .audio, instance: "another-\(start / 4_800)"))
            let place = (start - begin) % (other.count - Self.block)
            try canceller.play(Array(other[place..<place + Self.block]), rate: 16_000, now: start, from: elsewhere)
            _ = canceller.cancel(silence, position: start)
            deaf += canceller.isEcho ? Self.block : 0
        }
        #expect(deaf <= Self.maximumDeafness(in: count), "\(deaf / 16) ms of \(count / 16)")
        #expect(canceller.delaySamples(of: here) == found)
    }

    @Test("a loudspeaker reopened with another delay opens no turn, and its echo is removed again")
    func openedAnew() throws {
        let speech = try EchoTests.speech()
        let canceller = EchoCanceller()
        var (detector, endpointer) = (EnergyDetector(), Endpointer())
        var (position, turns): (Int, [Int]) = (0, [])
        for delay in [3_200, 5_600, 1_600, 4_000] {
            let played = speech + SynthesizedSpeech.silence(2)
            let microphone = SimulatedRoom(delay: delay, decibels: -6).echo(of: played)
            for start in stride(from: 0, through: microphone.count - Self.block, by: Self.block) {
                if start < speech.count {
                    let chunk = Array(played[start..<min(start + Self.block, speech.count)])
                    try canceller.play(chunk, rate: 16_000, now: position)
                }
                let clean = canceller.cancel(Array(microphone[start..<start + Self.block]), position: position)
                let isSpeech = detector.isSpeech(clean) && !canceller.isEcho
                for case .start(let place, _) in endpointer.consume(clean, isSpeech: isSpeech) { turns.append(place) }
                position += Self.block
            }
            let found = try #require(canceller.delaySamples())
            #expect(abs(found - delay) <= 160, "\(found / 16) ms for \(delay / 16) ms")
        }
        #expect(turns.isEmpty, "turns at \(turns.map { $0 / 16 }) ms")
    }

    @Test("an answer right after a tone opens no turn, and its echo is removed, though the loudspeaker is opened again")
    func toneBeforeAnswer() throws {
        let speech = try EchoTests.speech()
        let tone = (0..<2_560).map { Int16(8_000 * sin(Double($0) * 660 * 2 * .pi / 16_000)) }
        // A loudspeaker takes 140 ms to open, and rests between two sequences.
        let opening = 2_240
        var passages: [(sent: Int, samples: [Int16])] = []
        var sent = 0
        for _ in 0..<4 {
            for (samples, pause) in [(speech, 32_000), (tone, 160), (Array(speech.prefix(24_000)), 32_000)] {
                passages.append((sent, samples))
                sent += (samples.count + opening + pause) / Self.block * Self.block
            }
        }
        var played = [Int16](repeating: 0, count: sent)
        for passage in passages {
            played.replaceSubrange(passage.sent..<passage.sent + passage.samples.count, with: passage.samples)
        }
        let microphone = SimulatedRoom(delay: opening, decibels: -6).echo(of: played)
        let canceller = EchoCanceller()
        var (detector, endpointer) = (EnergyDetector(), Endpointer())
        var (turns, delays): ([Int], Set<Int>) = ([], [])
        for start in stride(from: 0, through: microphone.count - Self.block, by: Self.block) {
            for passage in passages {
                let (from, to) = (start - passage.sent, min(start + Self.block - passage.sent, passage.samples.count))
                if from >= 0, from < to {
                    try canceller.play(Array(passage.samples[from..<to]), rate: 16_000, now: start)
                }
                if from == (passage.samples.count + opening) / Self.block * Self.block { canceller.rest() }
            }
            let clean = canceller.cancel(Array(microphone[start..<start + Self.block]), position: start)
            canceller.delaySamples().map { _ = delays.insert($0) }
            let isSpeech = detector.isSpeech(clean) && !canceller.isEcho
            for case .start(let place, _) in endpointer.consume(clean, isSpeech: isSpeech) { turns.append(place) }
        }
        #expect(turns.isEmpty, "turns at \(turns.map { $0 / 16 }) ms; sent at \(passages.map { $0.sent / 16 }) ms")
        #expect(delays.allSatisfy { abs($0 - opening) <= 160 }, "\(delays)")
    }

    @Test("a late chunk makes no gap in the reference signal, and a silence does")
    func lateChunk() throws {
        var track = ReferenceTrack()
        let chunk = (1...160).map { Int16($0) }
        #expect(try track.add(chunk, rate: 16_000, now: 32_000))
        // The microphone is 240 ms further.
        #expect(try !track.add(chunk, rate: 16_000, now: 36_000))
        #expect(track.read(from: 32_000, count: 320) == chunk + chunk)
        #expect(try track.add(chunk, rate: 16_000, now: 40_000))
        #expect(track.read(from: 32_320, count: 1) == [0] && track.read(from: 40_000, count: 160) == chunk)
        track.finish()
        #expect(try track.add(chunk, rate: 16_000, now: 40_960))
        #expect(track.read(from: 40_160, count: 1) == [0] && track.read(from: 40_960, count: 160) == chunk)
    }
}
