import Foundation
import Testing

@testable import SaybusTranscription

@Suite("Sound levels")
struct SoundLevelTests {
    /// Half a second of hum alternating with half a second without, and a whistle of the given level throughout.
    private func samples(noise: Double) -> [Int16] {
        (0..<32_000).map { index in
            let speech = index / 8_000 % 2 == 1 ? 10_000 * sin(Double(index) * 0.1) : 0
            return Int16(speech + noise * sin(Double(index) * 1.7))
        }
    }

    @Test("a room counts as quiet until its noise is audible in the pauses")
    func rooms() {
        #expect(SoundLevel.isQuiet(samples(noise: 100)))
        #expect(!SoundLevel.isQuiet(samples(noise: 500)))
        #expect(SoundLevel.isQuiet([]))
    }

    /// Two seconds of a voice with a pause of 20 ms in each 400 ms, and a whistle of the given level throughout.
    private func speech(noise: Double) -> [Int16] {
        (0..<32_000).map { index in
            let voice = (3_200..<3_520).contains(index % 6_400) ? 0 : 10_000 * sin(Double(index) * 0.1)
            return Int16(voice + noise * sin(Double(index) * 1.7))
        }
    }

    @Test("speech without the room before and after it counts as in a quiet room unless its short pauses are noisy")
    func speechAlone() {
        #expect(SoundLevel.isQuiet(speech(noise: 50)))
        #expect(SoundLevel.noise(in: speech(noise: 500)) == .loud)
    }

    @Test("a sound begins and ends in the midst of speech unless a quiet or a loud room can be heard there")
    func edges() {
        let speech = speech(noise: 0)
        let quiet = (0..<960).map { Int16($0 / 20 % 2 == 0 ? 20 : -20) }
        let loud = (0..<6_400).map { Int16($0 / 20 % 2 == 0 ? 1_500 : -1_500) }
        func edges(of parts: [Int16]...) -> SoundLevel.SpeechEdges { SoundLevel.speechEdges(of: Array(parts.joined())) }
        #expect(edges(of: speech) == SoundLevel.SpeechEdges(start: true, end: true))
        #expect(edges(of: quiet, speech) == SoundLevel.SpeechEdges(start: false, end: true))
        #expect(edges(of: speech, loud) == SoundLevel.SpeechEdges(start: true, end: false))
        #expect(edges(of: quiet, speech, quiet) == SoundLevel.SpeechEdges())
        #expect(edges() == SoundLevel.SpeechEdges())
    }

    @Test(
        "a hum or beep that begins in a quiet room counts as silence; speech beside it does not",
        arguments: [50, 120, 1_000])
    func hum(pitch: Double) {
        var state: UInt64 = 7
        let room = (0..<96_000).map { _ in
            state = state &* 6_364_136_223_846_793_005 &+ 1
            return Double(Int16(truncatingIfNeeded: state >> 48)) / 1_000
        }
        func sound(_ saying: (Int) -> Double) -> [Int16] {
            room.indices.map { index in
                let place = Double(index) * pitch / 16_000
                let hum = index < 24_000 ? 0 : 4_000 * (1 - 2 * (place - place.rounded(.down)))
                return Int16(room[index] + hum + saying(index))
            }
        }
        #expect(SoundLevel.isSilence(sound { _ in 0 }))
        // Syllables, five per second.
        let spoken = sound { index in
            (40_000..<64_000).contains(index) && index % 3_200 < 2_000 ? 8_000 * sin(Double(index) * 0.06) : 0
        }
        #expect(!SoundLevel.isSilence(spoken))
    }
}
