import Foundation

/// A normalization of each filter's energy by its noise ("per-channel amplitude normalization"), so that loud and soft
/// speech look alike.
struct GainNormalization {
    /// The exponent, and the number that is added to the noise first.
    private static let (strength, offset): (Float, Float) = (0.95, 80)
    private static let gainBits: UInt32 = 21
    /// The bits of the fraction of the ratio, and of the result.
    private static let (ratioBits, outputBits): (UInt32, UInt32) = (12, 6)
    /// The bits by which the transform and the filters have scaled the amplitude.
    static let correctionBits: UInt32 = 3

    /// The gain as a function of the noise: for each number of bits a parabola of three coefficients.
    private let parabolas: [(start: Int32, slope: Int32, curve: Int32)]
    /// The gain for a noise of 0 and of 1.
    private let smallest: [Int32]

    init() {
        smallest = [Self.gain(0), Self.gain(1)]
        parabolas = (0...32).map { bits in
            guard bits >= 2 else { return (0, 0, 0) }
            let start = UInt32(1) << UInt32(bits - 1)
            let end = bits == 32 ? start + (start - 1) : 2 * start
            let (low, middle, high) = (Self.gain(start), Self.gain(start + start >> 1), Self.gain(end))
            let slope = 4 * (middle - low) - (high - low)
            let curve = (high - low) - slope
            return (low, Int32(Int16(truncatingIfNeeded: slope)), Int32(Int16(truncatingIfNeeded: curve)))
        }
    }

    /// Replaces the amplitudes by the normalized ones.
    func apply(_ amplitudes: inout [UInt32], noise: [UInt32]) {
        let shift = UInt64(Self.gainBits - Self.correctionBits - Self.ratioBits)
        for place in amplitudes.indices {
            let gain = UInt64(UInt32(bitPattern: lookUp(noise[place])))
            let ratio = UInt32(truncatingIfNeeded: (UInt64(amplitudes[place]) &* gain) >> shift)
            amplitudes[place] =
                ratio < 2 << Self.ratioBits
                ? (ratio &* ratio) >> (2 + 2 * Self.ratioBits - Self.outputBits)
                : ratio >> (Self.ratioBits - Self.outputBits) &- 1 << Self.outputBits
        }
    }

    private func lookUp(_ noise: UInt32) -> Int32 {
        if noise < 2 { return smallest[Int(noise)] }
        let bits = 32 - noise.leadingZeroBitCount
        let parabola = parabolas[bits]
        if noise == 2 { return parabola.start }
        let fraction = Int32((bits < 11 ? noise << UInt32(11 - bits) : noise >> UInt32(bits - 11)) & 0x3FF)
        var result = (parabola.curve &* fraction) >> 5 &+ parabola.slope << 5
        result = (result &* fraction &+ 1 << 14) >> 15 &+ parabola.start
        return Int32(Int16(truncatingIfNeeded: result))
    }

    private static func gain(_ noise: UInt32) -> Int32 {
        let level = Float(noise) / Float(UInt32(1) << (NoiseReduction.smoothingBits - correctionBits))
        let gain = Float(UInt32(1) << gainBits) * powf(level + offset, -strength)
        return gain > Float(Int16.max) ? Int32(Int16.max) : Int32(gain + 0.5)
    }
}
