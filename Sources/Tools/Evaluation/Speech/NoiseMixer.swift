import Foundation
import SaybusSound
import SaybusSupport

/// A mixer of noise into speech at a signal-to-noise ratio. The seed determines the result.
///
/// The ratio compares the loudest stretches of speech and noise, of ``window`` samples each, so that pauses in the
/// speech do not count. The sum is scaled to a peak of half of full scale. Picovoice's speech-to-intent benchmark
/// mixes in this way.
///
/// Digital silence has no level to compare with. Its noise is as loud as beside speech whose loudest stretch is at
/// ``silentLevel``.
struct NoiseMixer {
    /// The signal-to-noise ratio in decibels where none is given.
    static let defaultRatio = 12.0
    /// The root mean square that takes the place of the loudest stretch of digital silence: 20 dB below full scale.
    static let silentLevel = 3_277.0

    /// The length in samples of a stretch whose energy is measured.
    static let window = 2048

    private let noise: [Int16]
    private var random: SplitMix

    init(noise: [Int16], seed: UInt64) { (self.noise, random) = (noise, SplitMix(seed: seed)) }

    /// Returns the speech mixed with a random stretch of the noise. Noise that is too short is repeated.
    ///
    /// - Parameter ratio: The signal-to-noise ratio in decibels.
    mutating func mix(_ speech: [Int16], ratio: Double) -> [Int16] {
        guard !noise.isEmpty, !speech.isEmpty else { return speech }
        let start = Int(random.next() % UInt64(max(1, noise.count - speech.count + 1)))
        let stretch = speech.indices.map { Double(noise[(start + $0) % noise.count]) }
        let clean = speech.map(Double.init)
        let (loud, noisy) = (Self.loudest(clean), Self.loudest(stretch))
        guard noisy > 0 else { return speech }
        guard loud > 0 else {
            let level = Self.silentLevel * Self.silentLevel * Double(min(Self.window, speech.count))
            let scale = (level / (noisy * pow(10, ratio / 10))).squareRoot()
            return stretch.map { Int16(clipping: scale * $0) }
        }
        let scale = (loud / (noisy * pow(10, ratio / 10))).squareRoot()
        let sum = zip(clean, stretch).map { $0 + scale * $1 }
        let peak = sum.reduce(0) { max($0, abs($1)) }
        return sum.map { Int16(($0 / peak * 16_383).rounded()) }
    }

    /// Returns the energy of the loudest stretch; that of all samples when there are fewer than ``window``.
    static func loudest(_ samples: [Double]) -> Double {
        stride(from: 0, to: max(1, samples.count - window + 1), by: window)
            .map { start in samples[start..<min(samples.count, start + window)].reduce(0) { $0 + $1 * $1 } }
            .max() ?? 0
    }
}
