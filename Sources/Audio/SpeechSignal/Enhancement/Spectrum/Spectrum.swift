import CSaybusKissFFT
import Foundation

/// The short-time spectrum of a sound, with a window every 10 ms. It can be changed and converted back to sound.
struct Spectrum {
    /// The number of samples of a window: 32 ms.
    static let window = 512
    /// The hop from one window to the next, in samples: 10 ms.
    static let hop = 160
    /// The number of components of a window, from 0 Hz to half the sample rate.
    static let components = window / 2 + 1

    /// The components of one window.
    struct Row {
        fileprivate(set) var values: [kiss_fft_cpx]

        /// The energy of each component.
        var energies: [Float] { values.map { $0.r * $0.r + $0.i * $0.i } }

        /// Multiplies each component by its gain.
        mutating func scale(by gains: [Float]) {
            for index in values.indices {
                values[index].r *= gains[index]
                values[index].i *= gains[index]
            }
        }
    }

    /// The windows in the order of time. The middle of the first window is the first sample.
    var rows: [Row]
    private let count: Int

    /// The square root of Hann's window, applied both in analysis and in synthesis.
    private static let shape: [Float] = (0..<window).map { place in
        Float((0.5 - 0.5 * cos(2 * Double.pi * Double(place) / Double(window))).squareRoot())
    }

    /// Computes the spectrum of sound, which may be empty.
    init(_ samples: [Int16]) {
        count = samples.count
        let transform = FourierTransform(length: Self.window)
        rows = (0..<(samples.count + Self.window) / Self.hop + 1).map { row in
            let start = row * Self.hop - Self.window / 2
            var piece = [Float](repeating: 0, count: Self.window)
            for place in Self.places(of: start, in: samples.count) {
                piece[place] = Float(samples[start + place]) * Self.shape[place]
            }
            return Row(values: transform.components(of: piece))
        }
    }

    /// The sound with this spectrum, by overlap-add of the windows. Its loudness is the original one.
    var samples: [Int16] {
        let transform = FourierTransform(length: Self.window)
        var sum = [Float](repeating: 0, count: count)
        var weights = [Float](repeating: 0, count: count)
        for (row, components) in rows.enumerated() {
            let start = row * Self.hop - Self.window / 2
            let piece = transform.values(of: components.values)
            for place in Self.places(of: start, in: count) {
                sum[start + place] += piece[place] * Self.shape[place]
                weights[start + place] += Self.shape[place] * Self.shape[place]
            }
        }
        return zip(sum, weights).map { sum, weight in
            Int16(max(-32_768, min(32_767, (sum / max(weight, 1e-3)).rounded())))
        }
    }

    /// Returns the places of a window that lie within the sound.
    private static func places(of start: Int, in count: Int) -> Range<Int> {
        let first = min(window, max(0, -start))
        return first..<max(first, min(window, count - start))
    }
}
