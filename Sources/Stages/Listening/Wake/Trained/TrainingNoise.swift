import Foundation
import SaybusMessages
import SaybusSupport

/// Noise for copies of recordings of a wake word, so that it is learnt as it sounds in noise, too: of any color from
/// white to brown, swelling up to six times a second, 5 to 12 dB softer than the word. The recording determines it.
struct TrainingNoise {
    private var random: SplitMix

    /// The ratio of the loudest stretches of word and noise, in decibels.
    private static let ratios = 5.0...12
    /// The samples of a stretch whose energy is measured.
    private static let stretch = 2048

    /// - Parameter samples: Equal samples give equal noise.
    init(for samples: [Int16]) {
        var hash = FNV1a()
        for sample in samples { hash.mix(wide: UInt64(UInt16(bitPattern: sample))) }
        random = SplitMix(seed: hash.value)
    }

    /// Returns a recording, 16 kHz, with noise in it.
    mutating func mixed(into samples: [Int16]) -> [Int16] {
        let noise = self.samples(samples.count)
        let (loud, disturbing) = (Self.loudest(samples.map(Double.init)), Self.loudest(noise))
        let scale = (loud / max(1e-9, disturbing * pow(10, number(Self.ratios) / 10))).squareRoot()
        return zip(samples, noise).map { Int16(clamping: Int((Double($0) + scale * $1).rounded())) }
    }

    private mutating func samples(_ count: Int) -> [Double] {
        let (memory, rate, phase) = (number(0...0.97), number(0.3...6), number(0...2 * .pi))
        let sampleRate = Double(PCMFormat.speech.rate)
        var last = 0.0
        return (0..<count).map { place in
            last = memory * last + number(-1...1)
            return last * (1 + 0.9 * sin(2 * .pi * rate * Double(place) / sampleRate + phase))
        }
    }

    private mutating func number(_ range: ClosedRange<Double>) -> Double {
        range.lowerBound + Double(random.next() >> 11) / Double(1 << 53) * (range.upperBound - range.lowerBound)
    }

    private static func loudest(_ samples: [Double]) -> Double {
        stride(from: 0, to: samples.count, by: stretch)
            .map { samples[$0..<min(samples.count, $0 + stretch)].reduce(0) { $0 + $1 * $1 } }.max() ?? 0
    }
}
