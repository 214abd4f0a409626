import Foundation

/// A complex number of 16-bit integers.
struct FixedPointComplex: Equatable {
    var re: Int16 = 0
    var im: Int16 = 0

    static func &+ (a: Self, b: Self) -> Self { Self(re: a.re &+ b.re, im: a.im &+ b.im) }
    static func &- (a: Self, b: Self) -> Self { Self(re: a.re &- b.re, im: a.im &- b.im) }

    /// Returns the product of two fractions of 2¹⁵, rounded.
    static func &* (a: Self, b: Self) -> Self {
        let (ar, ai, br, bi) = (Int32(a.re), Int32(a.im), Int32(b.re), Int32(b.im))
        return Self(re: rounded(ar &* br &- ai &* bi), im: rounded(ar &* bi &+ ai &* br))
    }

    /// Returns the number divided by 2 or 4, as the reference divides: by a product with a fraction that is a little
    /// too small.
    func divided(by divisor: Int32) -> Self {
        let factor = Int32(Int16.max) / divisor
        return Self(re: Self.rounded(Int32(re) &* factor), im: Self.rounded(Int32(im) &* factor))
    }

    /// Returns a point of the unit circle in fractions of 2¹⁵.
    static func unit(_ phase: Double) -> Self {
        Self(re: Int16(floor(0.5 + 32_767 * cos(phase))), im: Int16(floor(0.5 + 32_767 * sin(phase))))
    }

    private static func rounded(_ value: Int32) -> Int16 { Int16(truncatingIfNeeded: (value &+ 1 << 14) >> 15) }
}

/// A Fourier transform of 512 samples in 16-bit integers, with the roundings of KISS FFT's fixed-point version, on
/// whose output the models were trained.
struct FixedPointTransform {
    /// The samples that are transformed.
    static let size = 512
    /// The frequencies of the spectrum.
    static let spectrumSize = size / 2 + 1
    /// The samples are transformed in pairs, as complex numbers.
    private static let pairCount = size / 2

    private let twiddles = (0..<pairCount).map { FixedPointComplex.unit(-2 * .pi * Double($0) / Double(pairCount)) }
    private let splitTwiddles: [FixedPointComplex] = (0..<pairCount / 2).map {
        .unit(-.pi * (Double($0 + 1) / Double(pairCount) + 0.5))
    }
    /// The place of each pair in the input: its number with the digits to the base 4 reversed.
    private let order: [Int] = (0..<pairCount).map { place in
        (0..<4).reduce(0) { $0 << 2 | (place >> (2 * $1)) & 3 }
    }
    private var work: [FixedPointComplex]

    init() { work = [FixedPointComplex](repeating: FixedPointComplex(), count: Self.pairCount) }

    /// Returns the spectrum of ``size`` samples, divided by ``size``.
    mutating func spectrum(_ samples: [Int16]) -> [FixedPointComplex] {
        for place in 0..<Self.pairCount {
            let pair = 2 * order[place]
            work[place] = FixedPointComplex(re: samples[pair], im: samples[pair + 1])
        }
        var width = 1
        while width < Self.pairCount {
            let stride = Self.pairCount / (4 * width)
            for start in Swift.stride(from: 0, to: Self.pairCount, by: 4 * width) {
                for offset in 0..<width { combine(start + offset, width, offset * stride) }
            }
            width *= 4
        }
        return split()
    }

    /// Combines four partial transforms.
    private mutating func combine(_ place: Int, _ width: Int, _ twiddle: Int) {
        work.withUnsafeMutableBufferPointer { work in
            let first = work[place].divided(by: 4)
            let second = work[place + width].divided(by: 4) &* twiddles[twiddle]
            let third = work[place + 2 * width].divided(by: 4) &* twiddles[2 * twiddle]
            let fourth = work[place + 3 * width].divided(by: 4) &* twiddles[3 * twiddle]
            let (sum, difference) = (first &+ third, first &- third)
            let (others, turned) = (second &+ fourth, second &- fourth)
            work[place] = sum &+ others
            work[place + 2 * width] = sum &- others
            work[place + width] = FixedPointComplex(re: difference.re &+ turned.im, im: difference.im &- turned.re)
            work[place + 3 * width] = FixedPointComplex(re: difference.re &- turned.im, im: difference.im &+ turned.re)
        }
    }

    /// Returns the spectrum of the samples from that of the pairs.
    private func split() -> [FixedPointComplex] {
        var spectrum = [FixedPointComplex](repeating: .init(), count: Self.spectrumSize)
        let constant = work[0].divided(by: 2)
        spectrum[0].re = constant.re &+ constant.im
        spectrum[Self.pairCount].re = constant.re &- constant.im
        for place in 1...Self.pairCount / 2 {
            let mirror = work[Self.pairCount - place]
            let near = work[place].divided(by: 2)
            let far = FixedPointComplex(re: mirror.re, im: 0 &- mirror.im).divided(by: 2)
            let even = near &+ far
            let odd = (near &- far) &* splitTwiddles[place - 1]
            spectrum[place] = FixedPointComplex(re: half(even.re, odd.re), im: half(even.im, odd.im))
            spectrum[Self.pairCount - place] = FixedPointComplex(
                re: half(even.re, 0 - Int32(odd.re)), im: half(odd.im, 0 - Int32(even.im)))
        }
        return spectrum
    }

    private func half(_ a: Int16, _ b: Int16) -> Int16 { half(a, Int32(b)) }

    private func half(_ a: Int16, _ b: Int32) -> Int16 { Int16(truncatingIfNeeded: (Int32(a) + b) >> 1) }
}
