import Foundation
import SaybusTesting

/// A high-pass filter at 2 kHz, which shows the steps in a low tone and nothing else.
enum HighPass {
    /// The filtered samples, without those at the filter's edges.
    static func apply(to samples: ArraySlice<Int16>) -> [Double] {
        let half = 127
        let cut = 2_000.0 / Double(PulseServer.rate)
        // A windowed sinc filter (Blackman), subtracted from an impulse.
        let taps = (-half...half).map { index -> Double in
            let phase = Double.pi * Double(index + half) / Double(half)
            let window = 0.42 - 0.5 * cos(phase) + 0.08 * cos(2 * phase)
            let sinc = index == 0 ? 2 * cut : sin(2 * Double.pi * cut * Double(index)) / (Double.pi * Double(index))
            return sinc * window
        }
        let sum = taps.reduce(0, +)
        let input = samples.map(Double.init)
        guard input.count > taps.count else { return [] }
        return (half..<input.count - half).map { place in
            var low = 0.0
            for (index, tap) in taps.enumerated() { low += tap * input[place - half + index] }
            return input[place] - low / sum
        }
    }
}
