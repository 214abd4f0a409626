import SaybusSupport
import SaybusTesting
import Testing

@testable import SaybusListening

@Suite("Voice activity")
struct EnergyDetectorTests {
    /// Returns a buzz with harmonics, like a vowel, over noise.
    static func sound(
        pitch: Double?, milliseconds: Int, noise: Double, rate: Int = 16_000, using generator: inout SplitMix
    ) -> [Int16] {
        (0..<rate * milliseconds / 1_000).map { index in
            var value = noise == 0 ? 0 : Double.random(in: -noise...noise, using: &generator)
            if let pitch {
                let place = Double(index) * pitch / Double(rate)
                value += 6_000 * (1 - 2 * (place - place.rounded(.down)))
            }
            return Int16(max(-32_768, min(32_767, value)))
        }
    }

    /// Returns the share of the frames that count as speech.
    static func share(_ detector: inout EnergyDetector, _ sound: [Int16], frame: Int) -> Double {
        let starts = Array(stride(from: 0, to: sound.count - frame, by: frame))
        let speech = starts.filter { detector.isSpeech(Array(sound[$0..<$0 + frame])) }
        return Double(speech.count) / Double(starts.count)
    }

    @Test(
        "a voice is detected in silence and in noise, and neither of these is taken for a voice",
        arguments: [0.0, 5, 400],
        [8_000, 16_000, 48_000])
    func voice(noise: Double, rate: Int) {
        var generator = SplitMix(seed: 3)
        for frame in [rate / 100, rate / 50, rate * 3 / 100] {
            for pitch in [90.0, 150, 300] {
                var detector = EnergyDetector(rate: rate)
                func make(_ pitch: Double?, _ milliseconds: Int) -> [Int16] {
                    Self.sound(
                        pitch: pitch, milliseconds: milliseconds, noise: noise, rate: rate, using: &generator)
                }
                #expect(Self.share(&detector, make(nil, 1_000), frame: frame) < 0.05)
                #expect(Self.share(&detector, make(pitch, 1_000), frame: frame) > 0.9)
                _ = Self.share(&detector, make(nil, 400), frame: frame)
                #expect(Self.share(&detector, make(nil, 1_000), frame: frame) < 0.05)
            }
        }
    }

    @Test("a recording may begin with its speech", arguments: [0.0, 5, 100])
    func atOnce(noise: Double) {
        var generator = SplitMix(seed: 5)
        var detector = EnergyDetector()
        let word = Self.sound(pitch: 120, milliseconds: 400, noise: noise, using: &generator)
        #expect(Self.share(&detector, word, frame: 320) > 0.85)
        _ = Self.share(
            &detector, Self.sound(pitch: nil, milliseconds: 400, noise: noise, using: &generator), frame: 320)
        let room = Self.sound(pitch: nil, milliseconds: 1_000, noise: noise, using: &generator)
        #expect(Self.share(&detector, room, frame: 320) < 0.05)
    }

    @Test("the detector adapts when the room becomes loud")
    func adapts() {
        var generator = SplitMix(seed: 4)
        var detector = EnergyDetector()
        _ = Self.share(&detector, Self.sound(pitch: nil, milliseconds: 1_000, noise: 3, using: &generator), frame: 320)
        _ = Self.share(
            &detector, Self.sound(pitch: nil, milliseconds: 8_000, noise: 2_000, using: &generator), frame: 320)
        let loud = Self.sound(pitch: nil, milliseconds: 2_000, noise: 2_000, using: &generator)
        #expect(Self.share(&detector, loud, frame: 320) < 0.02)
        detector.reset()
        #expect(Self.share(&detector, loud, frame: 320) < 0.02)
    }

    @Test("odd frames do no harm")
    func odd() {
        var detector = EnergyDetector(rate: 0)
        for count in [0, 1, 2, 3, 5, 100_000] {
            let probability = detector.probability([Int16](repeating: .min, count: count))
            #expect((0...1).contains(probability))
        }
        let isSpeech = detector.isSpeech([])
        #expect(!isSpeech)
    }
}
