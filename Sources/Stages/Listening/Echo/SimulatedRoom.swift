import Glibc
import SaybusSound

/// A simulated room for evaluations. The loudspeaker's sound reaches the microphone directly with a delay, and later
/// from several walls.
package struct SimulatedRoom: Sendable {
    private struct Path: Sendable {
        let delay: Int
        let gain: Double
    }

    private let paths: [Path]

    /// Creates a room.
    /// - Parameters:
    ///   - delay: The delay of the direct path, devices included, in samples.
    ///   - decibels: The level of the direct path; 0 is the level at which it was played.
    ///   - seed: The seed for the places of the walls.
    package init(delay: Int, decibels: Double, seed: UInt64 = 1) {
        let gain = pow(10, decibels / 20)
        var state = seed
        // Knuth's MMIX generator, whose upper bits are the better ones.
        func next() -> Double {
            state = state &* 6_364_136_223_846_793_005 &+ 1_442_695_040_888_963_407
            return Double(state >> 11) / Double(1 << 53)
        }
        // Reflections from two dozen walls arrive within 75 ms; later ones are softer.
        let walls = (0..<24).map { _ in
            let later = 1 + Int(next() * 1_200)
            return Path(delay: delay + later, gain: gain * (next() - 0.5) * exp(-Double(later) / 400))
        }
        paths = [Path(delay: delay, gain: gain)] + walls
    }

    /// Returns the echo of played sound at the microphone.
    package func echo(of played: [Int16]) -> [Int16] {
        played.indices.map { index in
            var sum = 0.0
            for path in paths where index >= path.delay { sum += path.gain * Double(played[index - path.delay]) }
            return Int16(clipping: sum)
        }
    }
}
