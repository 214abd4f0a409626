import Foundation
import Testing

@testable import SaybusSpeechSignal

@Suite("Spectra")
struct SpectrumTests {
    @Test(
        "sound converted to a spectrum and back is unchanged, however short it is", arguments: [0, 1, 159, 512, 5000])
    func roundTrip(count: Int) {
        var noise = WhiteNoise(seed: 3)
        let samples = noise.samples(count, level: 20_000)
        let again = Spectrum(samples).samples
        #expect(again.count == count)
        for (before, after) in zip(samples, again) { #expect(abs(Int(before) - Int(after)) <= 1) }
    }

    @Test("a tone has its energy in the band at its frequency", arguments: [300.0, 1000, 3000, 7000])
    func bands(frequency: Double) throws {
        let spectrum = Spectrum(.tone(frequency, count: 4000))
        let energies = MelBands.energies(spectrum.rows[10])
        let loudest = try #require(energies.indices.max { energies[$0] < energies[$1] })
        // As wide as a mel band: the bands before it cover lower frequencies, those after it higher ones.
        func mel(_ frequency: Double) -> Double { 2595 * log10(1 + frequency / 700) }
        let width = (mel(7900) - mel(60)) / Double(MelBands.count + 1)
        #expect(abs((mel(frequency) - mel(60)) / width - 1 - Double(loudest)) < 1)
    }

    @Test("one gain for all bands is the gain of all components")
    func evenGains() {
        for gain in MelBands.gains([Float](repeating: 0.25, count: MelBands.count)) { #expect(abs(gain - 0.25) < 1e-6) }
    }
}
