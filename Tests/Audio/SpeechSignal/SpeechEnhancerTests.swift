import Foundation
import SaybusEspeakNG
import Testing

@testable import SaybusSpeechSignal

@Suite("Noise suppression")
struct SpeechEnhancerTests {
    @Test(
        "noise between the words is attenuated by at least 6 dB, and the words are not",
        .enabled(if: SynthesizedSpeech.isAvailable, "espeak-ng is not installed"))
    func softer() throws {
        let clean = try SynthesizedSpeech.samples("turn the kitchen light off please")
        // Without the silence of 0.3 s before the first word and 0.4 s after the last.
        let words = 4800..<clean.count - 6400
        var noise = WhiteNoise(seed: 1)
        // 12 dB below the words; uniform noise has a root mean square of its peak divided by the root of three.
        let level = Int(Self.level(clean[words]) / 4 * 3.0.squareRoot())
        let noisy = zip(clean, noise.samples(clean.count, level: level)).map { Int16(clamping: Int($0) + Int($1)) }
        let enhanced = SpeechEnhancer().enhance(noisy)
        #expect(enhanced.count == noisy.count)
        #expect(Self.level(enhanced[800..<4000]) < Self.level(noisy[800..<4000]) / 2)
        #expect(Self.level(enhanced[words]) > Self.level(clean[words]) * 0.7)
    }

    @Test("empty, silent, one-sample and full-scale sound keeps its length, and silence stays silent")
    func limits() {
        let enhancer = SpeechEnhancer()
        #expect(enhancer.enhance([]) == [])
        #expect(enhancer.enhance([Int16](repeating: 0, count: 8000)) == [Int16](repeating: 0, count: 8000))
        #expect(enhancer.enhance([7]).count == 1)
        let square = (0..<8000).map { $0 / 40 % 2 == 0 ? Int16.max : Int16.min }
        #expect(enhancer.enhance(square).count == 8000)
    }

    @Test("the share of speech is between 0 and 1 for any sound")
    func shares() {
        var noise = WhiteNoise(seed: 2)
        for level in [1, 300, 32_000] {
            let rows = Spectrum(noise.samples(3000, level: level)).rows
            let features = MaskFeatures(energies: rows.map(MelBands.energies))
            for row in rows.indices {
                for share in MaskNetwork.standard.share(of: features.inputs(row)) { #expect((0...1).contains(share)) }
            }
        }
    }

    @Test("weights of another network are refused")
    func otherWeights() throws {
        let data = try #require(Data(base64Encoded: MaskNetwork.standardWeights, options: .ignoreUnknownCharacters))
        let bytes = [UInt8](data)
        #expect(MaskNetwork(bytes) != nil)
        #expect(MaskNetwork(bytes + [0]) == nil)
        #expect(MaskNetwork(Array(bytes.dropLast())) == nil)
        #expect(MaskNetwork([]) == nil)
    }

    private static func level(_ samples: some Collection<Int16>) -> Double {
        (samples.reduce(0) { $0 + Double($1) * Double($1) } / Double(samples.count)).squareRoot()
    }
}
