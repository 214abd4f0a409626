#if canImport(Glibc)
    import Glibc
#else
    import Darwin
#endif

/// A room for measurements: what the loudspeaker plays comes to the microphone later, and again from several walls.
package struct SimulatedRoom: Sendable {
    private struct Path: Sendable {
        let delay: Int
        let gain: Double
    }

    private let paths: [Path]

    /// A room.
    /// - Parameters:
    ///   - delay: How long the direct way takes, devices included, in samples.
    ///   - decibels: How loud that is: 0 is as loud as it was played.
    ///   - seed: Where the walls are.
    package init(delay: Int, decibels: Double, seed: UInt64 = 1) {
        let gain = pow(10, decibels / 20)
        var state = seed
        // Knuth's MMIX generator; the upper bits are the better ones.
        func next() -> Double {
            state = state &* 6_364_136_223_846_793_005 &+ 1_442_695_040_888_963_407
            return Double(state >> 11) / Double(1 << 53)
        }
        // Two dozen walls within 75 ms, each as much softer as it is later.
        let walls = (0..<24).map { _ in
            let later = 1 + Int(next() * 1_200)
            return Path(delay: delay + later, gain: gain * (next() - 0.5) * exp(-Double(later) / 400))
        }
        paths = [Path(delay: delay, gain: gain)] + walls
    }

    /// What of the loudspeaker's sound is in the microphone's.
    package func echo(of played: [Int16]) -> [Int16] {
        played.indices.map { index in
            var sum = 0.0
            for path in paths where index >= path.delay { sum += path.gain * Double(played[index - path.delay]) }
            return Int16(max(-32_768, min(32_767, sum.rounded())))
        }
    }
}
