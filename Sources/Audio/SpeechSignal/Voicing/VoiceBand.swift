import Glibc

/// The band of a sound in which vowels are strong, 150 to 1000 Hz, with its level and its periodicity.
package struct VoiceBand: Sendable {
    /// The lowest level that is returned. Sound with an amplitude below about 2 units of 16 bits counts as silence.
    package static let minimumLevel = 5.0

    /// The sample rate, 8000 to 48 000 Hz.
    package let rate: Int

    private let decimation: Int
    private var highPass: Biquad
    private var lowPass: Biquad
    /// The last 40 ms of the band, at about 4 kHz.
    private var window: [Double] = []
    private let windowLength: Int
    private let lags: ClosedRange<Int>
    private var phase = 0

    /// Creates an empty band.
    /// - Parameter rate: The sample rate in hertz, clamped to 8000…48 000.
    package init(rate: Int = 16_000) {
        self.rate = max(8_000, min(48_000, rate))
        decimation = self.rate / 4_000
        let bandRate = self.rate / decimation
        highPass = Biquad.highPass(150, rate: self.rate)
        lowPass = Biquad.lowPass(1_000, rate: self.rate)
        windowLength = bandRate * 40 / 1_000
        lags = bandRate / 400...bandRate / 70
    }

    /// Takes the next samples.
    /// - Returns: Their level in the band, in decibels above one unit of 16 bits.
    @discardableResult
    package mutating func take(_ samples: ArraySlice<Int16>) -> Double {
        var energy = 0.0
        var count = 0
        for sample in samples {
            let band = lowPass.filter(highPass.filter(Double(sample)))
            if phase == 0 {
                window.append(band)
                energy += band * band
                count += 1
            }
            phase = (phase + 1) % decimation
        }
        window.removeFirst(max(0, window.count - windowLength))
        return max(Self.minimumLevel, 10 * log10(energy / Double(max(1, count)) + 1))
    }

    /// The periodicity of the last 40 ms, 0…1: the highest peak of the normalized autocorrelation at the pitches of
    /// a voice, 70 to 400 Hz.
    package var periodicity: Double {
        guard window.count > lags.upperBound else { return 0 }
        return window.withUnsafeBufferPointer { window in
            var best = 0.0
            for lag in lags {
                var product = 0.0, early = 0.0, late = 0.0
                for index in lag..<window.count {
                    let (now, then) = (window[index], window[index - lag])
                    product += now * then
                    late += now * now
                    early += then * then
                }
                best = max(best, product / (early * late + 1_000).squareRoot())
            }
            return best
        }
    }
}
