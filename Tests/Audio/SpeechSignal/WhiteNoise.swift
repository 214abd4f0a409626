import Foundation
import SaybusSupport

/// A generator of white noise that is the same each time.
struct WhiteNoise {
    private var random: SplitMix

    init(seed: UInt64) { random = SplitMix(seed: seed) }

    /// Returns samples of -level…level, uniformly distributed.
    mutating func samples(_ count: Int, level: Int) -> [Int16] {
        (0..<count).map { _ in Int16(Int.random(in: -level...level, using: &random)) }
    }
}

extension [Int16] {
    /// Returns a tone of half of full scale, at 16 kHz.
    static func tone(_ frequency: Double, count: Int) -> [Int16] {
        (0..<count).map { Int16(16_000 * sin(2 * .pi * frequency * Double($0) / 16_000)) }
    }
}
