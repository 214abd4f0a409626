import Foundation

/// A bank of 40 triangular filters from 125 to 7500 Hz, evenly spaced on the mel scale.
struct FilterBank {
    /// The number of filters.
    static let count = 40
    /// The bits of the weights' fractions.
    static let bits = 12
    private static let (lowest, highest): (Float, Float) = (125, 7500)

    /// The frequencies below the middle of one filter and above that of the one before, which belong to both.
    private struct Band {
        var start: Int
        /// The weight of each frequency in the filter that rises, and in the one that falls.
        var rising: [Int64] = []
        var falling: [Int64] = []
    }

    private let bands: [Band]

    /// Computes the weights, in single precision as the reference does: a few are other ones in double precision.
    init(rate: Int = 16_000) {
        let width = 0.5 * Float(rate) / Float(FixedPointTransform.spectrumSize - 1)
        let low = Self.mel(Self.lowest)
        let spacing = (Self.mel(Self.highest) - low) / Float(Self.count + 1)
        let middles = (0...Self.count).map { low + spacing * Float($0 + 1) }
        // Without the constant part.
        var frequency = Int(1.5 + Self.lowest / width)
        bands = middles.indices.map { place in
            var band = Band(start: frequency)
            let before = place == 0 ? low : middles[place - 1]
            while case let mel = Self.mel(Float(frequency) * width), mel <= middles[place] {
                let weight = (middles[place] - mel) / (middles[place] - before)
                band.falling.append(Self.quantized(weight))
                band.rising.append(Self.quantized(1 - weight))
                frequency += 1
            }
            return band
        }
    }

    /// Returns the amplitude in each filter, shifted right.
    func amplitudes(_ spectrum: [FixedPointComplex], shift: Int) -> [UInt32] {
        var amplitudes: [UInt32] = []
        amplitudes.reserveCapacity(Self.count)
        var risen: UInt64 = 0
        for (place, band) in bands.enumerated() {
            var (fallen, rising): (UInt64, UInt64) = (risen, 0)
            for index in band.falling.indices {
                let value = spectrum[band.start + index]
                let energy = Int64(Int32(value.re) &* Int32(value.re) &+ Int32(value.im) &* Int32(value.im))
                fallen &+= UInt64(bitPattern: band.falling[index] &* energy)
                rising &+= UInt64(bitPattern: band.rising[index] &* energy)
            }
            // The first band only holds the rising side of the first filter.
            if place > 0 { amplitudes.append(Self.root(fallen) >> UInt32(shift)) }
            risen = rising
        }
        return amplitudes
    }

    private static func mel(_ frequency: Float) -> Float { 1127 * log1pf(frequency / 700) }

    private static func quantized(_ weight: Float) -> Int64 {
        Int64((weight * Float(1 << bits) + 0.5).rounded(.down))
    }

    /// Returns the square root, rounded. Up to 32 bits it stays within 16.
    private static func root(_ value: UInt64) -> UInt32 {
        var root = UInt64(Double(value).squareRoot())
        while root * root > value { root -= 1 }
        while root < 0xFFFF_FFFF, (root + 1) * (root + 1) <= value { root += 1 }
        let limit: UInt64 = value >> 32 == 0 ? 0xFFFF : 0xFFFF_FFFF
        if value - root * root > root, root < limit { root += 1 }
        return UInt32(root)
    }
}
