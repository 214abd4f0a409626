import Glibc
import SaybusSound

/// An amplifier that works block by block, and clips samples out of range.
struct GainControl: Sendable {
    private let gain: Gain
    private var factor: Double
    /// The level of speech so far, in units of a sample; 0 before the first speech.
    private var level = 0.0

    /// The level to which automatic gain brings soft speech: -20 dB of full scale.
    private static let target = 3_277.0
    /// The level up to which automatic gain brings a block: -14 dB, that of the vowels of speech at the target.
    private static let limit = 6_554.0
    /// The levels below which automatic gain begins, -40 dB, and above which it ends, -34 dB.
    private static let (soft, loud) = (328.0, 656.0)
    /// The largest factor of automatic gain: 30 dB.
    private static let maximumFactor = 31.6
    /// The level below which a block does not count as speech.
    private static let floor = 20.0

    init(_ gain: Gain) {
        self.gain = gain
        factor = if case .decibels(let decibels) = gain { pow(10, decibels / 20) } else { 1 }
    }

    /// Amplifies the next block.
    /// - Parameter isSpeech: Whether the block holds speech, which controls the automatic gain.
    mutating func apply(_ samples: [Int16], isSpeech: Bool) -> [Int16] {
        let factor = gain == .automatic ? automaticFactor(samples, isSpeech: isSpeech) : factor
        guard factor != 1 else { return samples }
        return samples.map { Int16(clipping: Double($0) * factor) }
    }

    /// Returns the factor for a block.
    ///
    /// The level follows slowly. A block that is louder than the speech before it, such as the first word of a near
    /// voice after a distant one, is therefore brought to ``limit`` at most: clipped, a wake word is not heard.
    private mutating func automaticFactor(_ samples: [Int16], isSpeech: Bool) -> Double {
        let now = Level.power(samples).squareRoot()
        if isSpeech { follow(now) }
        return max(1, min(factor, Self.limit / max(1, now)))
    }

    private mutating func follow(_ now: Double) {
        guard now > Self.floor else { return }
        // Follows half of a difference in about 300 ms, and starts at the level of the first word.
        level = level == 0 ? now : level + (now - level) * 0.05
        guard level < (factor > 1 ? Self.loud : Self.soft) else {
            factor = 1
            return
        }
        factor = max(1, min(Self.maximumFactor, Self.target / level))
    }
}
