import Foundation
import SaybusEspeakNG
import SaybusMessages
import SaybusTesting
import Testing

@testable import SaybusListening

@Suite("Echo", .enabled(if: SynthesizedSpeech.isAvailable, "needs espeak-ng"))
struct EchoTests {
    static func mix(_ one: [Int16], _ other: [Int16]) -> [Int16] {
        zip(one, other).map { Int16(clamping: Int($0) + Int($1)) }
    }

    /// Runs the canceller like the listening stage: the reference comes in chunks of 10 ms on its way to the
    /// loudspeaker.
    static func cancel(_ microphone: [Int16], played: [Int16], isEcho: ((Bool) -> Void)? = nil) throws -> (
        [Int16], delay: Int?
    ) {
        let canceller = EchoCanceller()
        var clean: [Int16] = []
        for start in stride(from: 0, through: microphone.count - 320, by: 320) {
            for chunk in stride(from: start, to: start + 320, by: 160) {
                try canceller.play(Array(played[chunk..<chunk + 160]), rate: 16_000, now: start)
            }
            clean += canceller.cancel(Array(microphone[start..<start + 320]), position: start)
            isEcho?(canceller.isEcho)
        }
        return (clean, canceller.delaySamples())
    }

    static func energy(_ samples: some Collection<Int16>) -> Double {
        samples.reduce(0) { $0 + Double($1) * Double($1) }
    }

    /// About ten seconds of the assistant's speech.
    static func speech() throws -> [Int16] {
        var all: [Int16] = []
        for text in [
            "The timer is set for ten minutes, and the light in the kitchen is on.",
            "Tomorrow it will be cloudy in the morning, with some rain in the afternoon, and wind from the west.",
            "Your next appointment is at a quarter past eleven.",
        ] { all += try SynthesizedSpeech.samples(text) }
        return all
    }

    @Test(
        "the loudspeaker's sound is found in the microphone's and removed",
        arguments: [160, 1_600, 6_400, 10_400])
    func cancels(delay: Int) throws {
        let played = try Self.speech()
        let microphone = SimulatedRoom(delay: delay, decibels: -6).echo(of: played)
        let (clean, found) = try Self.cancel(microphone, played: played)
        let late = microphone.count / 2..<clean.count
        let loss = 10 * log10(Self.energy(microphone[late]) / max(1, Self.energy(clean[late])))
        print("echo after \(delay / 16) ms: delay found \((found ?? -1) / 16) ms, echo return loss \(Int(loss)) dB")
        #expect(loss > 25)
        let delayFound = try #require(found)
        #expect(abs(delayFound - delay) <= 160)
    }

    @Test("the user's words pass while the assistant speaks")
    func doubleTalk() throws {
        let played = try Self.speech()
        let said = try SynthesizedSpeech.samples("turn on the bedroom light", voice: "en-us+f3", speed: 150)
        let at = played.count / 2
        var near = [Int16](repeating: 0, count: played.count)
        for (index, sample) in said.enumerated() where at + index < near.count { near[at + index] = sample }
        let echo = SimulatedRoom(delay: 3_200, decibels: -6).echo(of: played)
        let (clean, _) = try Self.cancel(Self.mix(near, echo), played: played)
        let range = at..<min(clean.count, at + said.count)
        let left = zip(clean[range], near[range]).map { Int16(clamping: Int($0) - Int($1)) }
        let before = 10 * log10(Self.energy(near[range]) / Self.energy(echo[range]))
        let after = 10 * log10(Self.energy(near[range]) / Self.energy(left))
        print("user above echo: before \(Int(before)) dB, after \(Int(after)) dB")
        #expect(after > before + 6)
    }

    @Test("a loudspeaker in another room does no harm: only sound that the microphone picks up is removed")
    func twoRooms() throws {
        let played = try Self.speech()
        let elsewhere = Array(played.reversed())
        let microphone = SimulatedRoom(delay: 1_600, decibels: -6).echo(of: played)
        let (here, there) = (Source(role: .audio, instance: "here"), Source(role: .audio, instance: "there"))
        let (both, alone) = (EchoCanceller(), EchoCanceller())
        var (clean, wanted): ([Int16], [Int16]) = ([], [])
        for start in stride(from: 0, through: microphone.count - 320, by: 320) {
            let range = start..<start + 320
            // The other room's chunks come first, in alternation.
            try both.play(Array(elsewhere[range]), rate: 16_000, now: start, from: there)
            for canceller in [both, alone] {
                try canceller.play(Array(played[range]), rate: 16_000, now: start, from: here)
            }
            clean += both.cancel(Array(microphone[range]), position: start)
            wanted += alone.cancel(Array(microphone[range]), position: start)
        }
        #expect(both.delaySamples(of: there) == nil)
        let found = try #require(both.delaySamples(of: here))
        #expect(abs(found - 1_600) <= 160)
        let isSame = clean == wanted
        #expect(isSame)
    }

    @Test("the assistant's speech is not taken for the user's, before and after its delay is known")
    func ownSpeech() throws {
        let played = try Self.speech()
        let said = try SynthesizedSpeech.samples("turn on the bedroom light", voice: "en-us+f3", speed: 150)
        let at = played.count * 2 / 3
        var near = [Int16](repeating: 0, count: played.count)
        for (index, sample) in said.enumerated() where at + index < near.count { near[at + index] = sample }
        let microphone = Self.mix(near, SimulatedRoom(delay: 3_200, decibels: -9).echo(of: played))
        var isEcho: [Bool] = []
        let (clean, _) = try Self.cancel(microphone, played: played) { isEcho.append($0) }
        var (detector, endpointer) = (EnergyDetector(), Endpointer())
        var starts: [Int] = []
        for (index, start) in stride(from: 0, to: clean.count, by: 320).enumerated() {
            let frame = Array(clean[start..<start + 320])
            let isSpeech = detector.isSpeech(frame) && !isEcho[index]
            for case .start(let position, _) in endpointer.consume(frame, isSpeech: isSpeech) {
                starts.append(position)
            }
        }
        print("turns at \(starts.map { $0 / 16 }) ms; the user speaks from \(at / 16) ms on")
        #expect(starts.count == 1)
        #expect(starts.first.map { $0 > at - 12_000 && $0 < at + said.count } == true)
    }

    @Test("tones before an answer do not confirm its delay, and the words after them do")
    func tonesBeforeWords() throws {
        let tone = (0..<9_600).map { Int16(6_000 * sin(Double($0) * 880 * 2 * .pi / 16_000)) }
        let tones: [Int16] = SynthesizedSpeech.silence(1) + tone + SynthesizedSpeech.silence(1)
        let speech = try Self.speech()
        let room = SimulatedRoom(delay: 640, decibels: -6)
        let (_, early) = try Self.cancel(room.echo(of: tones), played: tones)
        #expect(early == nil)
        let all = tones + speech
        let (_, late) = try Self.cancel(room.echo(of: all), played: all)
        let found = try #require(late)
        #expect(abs(found - 640) <= 160)
        #expect(ToneDetector.isMostlyTones(tone) && !ToneDetector.isMostlyTones(speech))
    }

    @Test("while nothing plays, audio passes unchanged; a jumping count or an invalid rate does no harm")
    func transparent() throws {
        let canceller = EchoCanceller()
        let sound = (0..<320).map { Int16($0) }
        #expect(canceller.cancel(sound, position: 0) == sound)
        #expect(canceller.cancel([1, 2], position: 320) == [1, 2])
        try canceller.play([], rate: 22_050, now: 640)
        try canceller.play(sound, rate: 22_050, now: 10_000_000)
        try canceller.play(sound, rate: 48_000, now: 0)
        #expect(throws: (any Error).self) { try canceller.play(sound, rate: 0, now: 0) }
        #expect(canceller.cancel(sound, position: 1_000_000_000) == sound)
    }
}

@Suite("Gain")
struct GainTests {
    @Test("a fixed gain is exact, and samples out of range are clipped")
    func decibels() throws {
        var gain = GainControl(try #require(Gain("6.0206")))
        #expect(gain.apply([100, -100, 20_000], isSpeech: false) == [200, -200, 32_767])
        #expect(Gain("loud") == nil && Gain("100") == nil && Gain("auto") == .automatic)
    }

    @Test("automatic gain amplifies soft speech, and ignores other sound")
    func automatic() {
        var gain = GainControl(.automatic)
        let soft = (0..<320).map { Int16($0.isMultiple(of: 2) ? 300 : -300) }
        #expect(gain.apply(soft, isSpeech: false) == soft)
        for _ in 0..<50 { _ = gain.apply(soft, isSpeech: true) }
        let loud = gain.apply(soft, isSpeech: false).map { abs(Int($0)) }.max() ?? 0
        #expect((3_000...3_600).contains(loud))
        let loudEnough = soft.map { $0 * 4 }
        for _ in 0..<200 { _ = gain.apply(loudEnough, isSpeech: true) }
        #expect(gain.apply(loudEnough, isSpeech: true) == loudEnough, "only soft speech")
        let silence = [Int16](repeating: 0, count: 320)
        #expect(gain.apply(silence, isSpeech: true) == silence)
        #expect(gain.apply([], isSpeech: true).isEmpty)
    }

    @Test("a loud voice after a soft one is not amplified from its first block on, and the soft one is afterwards")
    func suddenlyLoud() {
        var gain = GainControl(.automatic)
        let soft = (0..<320).map { Int16($0.isMultiple(of: 2) ? 100 : -100) }
        let loud = soft.map { $0 * 80 }
        for _ in 0..<50 { _ = gain.apply(soft, isSpeech: true) }
        #expect(gain.apply(loud, isSpeech: true) == loud)
        let softAgain = gain.apply(soft, isSpeech: true).map { abs(Int($0)) }.max() ?? 0
        #expect(softAgain > 500)
    }
}
