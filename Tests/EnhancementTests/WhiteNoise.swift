import Foundation

/// Noise that is the same every time.
struct WhiteNoise {
    private var state: UInt64

    init(seed: UInt64) { state = seed }

    /// Samples of -level…level, all equally likely.
    mutating func samples(_ count: Int, level: Int) -> [Int16] {
        (0..<count).map { _ in
            // Knuth's MMIX.
            state = state &* 6_364_136_223_846_793_005 &+ 1_442_695_040_888_963_407
            return Int16(Int(state >> 33) % (2 * level + 1) - level)
        }
    }
}

extension [Int16] {
    /// A tone of half of full scale, at 16 kHz.
    static func tone(_ frequency: Double, count: Int) -> [Int16] {
        (0..<count).map { Int16(16_000 * sin(2 * .pi * frequency * Double($0) / 16_000)) }
    }
}
