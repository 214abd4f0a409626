import Foundation

/// A window of 30 ms that moves over the sound.
struct FeatureWindow {
    /// The samples of the window.
    static let size = 480
    /// The samples of a step, up to ``size``.
    let step: Int
    /// The bits of the weights' fractions.
    private static let bits: Int32 = 12

    /// A Hann window. In single precision, as the reference computes it: one weight is another one in double precision.
    private let weights: [Int32] = {
        // Not Float.pi, which is rounded down.
        let angle = Float(Double.pi) * 2 / Float(size)
        return (0..<size).map { place in
            let weight = 0.5 - 0.5 * cosf(angle * (Float(place) + 0.5))
            return Int32((weight * Float(1 << bits) + 0.5).rounded(.down))
        }
    }()
    private var samples: [Int16] = []

    init(step: Int) { self.step = step }

    /// Takes samples, and returns those that remain when a window is full.
    mutating func fill(_ more: ArraySlice<Int16>) -> ArraySlice<Int16> {
        let taken = more.prefix(Self.size - samples.count)
        samples += taken
        return more.dropFirst(taken.count)
    }

    /// Returns the weighted samples of a full window, scaled up as far as 16 bits hold them, and moves on; nil when the
    /// window is not full.
    mutating func next(paddedTo length: Int) -> (samples: [Int16], shift: Int)? {
        guard samples.count == Self.size else { return nil }
        var weighted = [Int16](repeating: 0, count: length)
        var largest: Int16 = 0
        for place in 0..<Self.size {
            let value = Int16(truncatingIfNeeded: (Int32(samples[place]) &* weights[place]) >> Self.bits)
            weighted[place] = value
            largest = max(largest, value < 0 ? 0 &- value : value)
        }
        let shift = largest.leadingZeroBitCount - 1
        for place in 0..<Self.size { weighted[place] = weighted[place] << Int16(shift) }
        samples.removeFirst(step)
        return (weighted, shift)
    }

    /// Drops the samples.
    mutating func reset() { samples = [] }
}
