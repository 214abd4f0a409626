import Foundation

/// A natural logarithm of integers, in 64ths.
struct LogarithmicScale {
    private static let scaleBits: UInt32 = 16
    /// The bits of the number of straight pieces between two powers of 2.
    private static let pieceBits: UInt32 = 7
    /// The bits of the result's fraction.
    private static let outputBits: UInt32 = 6
    /// The natural logarithm of 2 in the scale of ``scaleBits``.
    private static let logarithmOf2: UInt64 = 45_426

    /// The difference between the binary logarithm and a straight line at the ends of the pieces.
    private let bends: [Int32] = (0...(1 << pieceBits)).map { place in
        let fraction = Double(place) / Double(1 << pieceBits)
        return Int32((Double(1 << scaleBits) * (log2(1 + fraction) - fraction)).rounded())
    }

    /// Returns the logarithm; 0 for numbers below 2.
    func apply(_ number: UInt32) -> UInt16 {
        guard number > 1 else { return 0 }
        let whole = UInt32(31 - number.leadingZeroBitCount)
        let rest = number - 1 << whole
        let fraction = Int32(
            whole < Self.scaleBits ? rest << (Self.scaleBits - whole) : rest >> (whole - Self.scaleBits))
        let piece = Int(fraction >> Int32(Self.scaleBits - Self.pieceBits))
        let start = Int32(piece << Int(Self.scaleBits - Self.pieceBits))
        let bend = ((bends[piece + 1] - bends[piece]) &* (fraction - start)) >> Int32(Self.scaleBits)
        let binary = UInt64(whole) << 16 + UInt64(fraction + bends[piece] + bend)
        let round = UInt64(1) << 15
        let natural = (Self.logarithmOf2 * binary + round) >> 16
        return UInt16(clamping: (natural << UInt64(Self.outputBits) + round) >> 16)
    }
}
