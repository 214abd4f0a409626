import Glibc

/// A second-order filter with a Butterworth response (formulas: R. Bristow-Johnson, Audio EQ Cookbook).
struct Biquad: Sendable {
    private let b0: Double, b1: Double, b2: Double, a1: Double, a2: Double
    private var z1 = 0.0
    private var z2 = 0.0

    /// Creates a low-pass filter.
    static func lowPass(_ frequency: Double, rate: Int) -> Biquad {
        Biquad(frequency, rate) { cosine in ((1 - cosine) / 2, 1 - cosine) }
    }

    /// Creates a high-pass filter.
    static func highPass(_ frequency: Double, rate: Int) -> Biquad {
        Biquad(frequency, rate) { cosine in ((1 + cosine) / 2, -(1 + cosine)) }
    }

    private init(_ frequency: Double, _ rate: Int, _ numerator: (Double) -> (outer: Double, middle: Double)) {
        let angle = 2 * Double.pi * frequency / Double(rate)
        let alpha = sin(angle) / 2.0.squareRoot()
        let (outer, middle) = numerator(cos(angle))
        let scale = 1 / (1 + alpha)
        (b0, b1, b2) = (outer * scale, middle * scale, outer * scale)
        (a1, a2) = (-2 * cos(angle) * scale, (1 - alpha) * scale)
    }

    /// Filters one sample.
    mutating func filter(_ input: Double) -> Double {
        let output = b0 * input + z1
        z1 = b1 * input - a1 * output + z2
        z2 = b2 * input - a2 * output
        return output
    }
}
