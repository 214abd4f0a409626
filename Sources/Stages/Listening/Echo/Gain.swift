#if canImport(Glibc)
    import Glibc
#else
    import Darwin
#endif

/// How much louder sound is made.
public enum Gain: Sendable, Equatable {
    /// By so many decibels.
    case decibels(Double)
    /// Soft speech, of less than -40 dB of full scale, so much that it has a fixed level; other speech not at all.
    case automatic

    /// What is taken on the command line: `auto`, or decibels from -40 to 40.
    public init?(_ text: String) {
        if text == "auto" {
            self = .automatic
        } else if let decibels = Double(text), (-40...40).contains(decibels) {
            self = .decibels(decibels)
        } else {
            return nil
        }
    }
}

/// Makes sound louder, block by block; what is too loud then is clipped.
struct GainControl: Sendable {
    private let gain: Gain
    private var factor: Double
    /// The level of speech so far, in units of a sample; 0 before any.
    private var level = 0.0

    /// Automatic gain brings speech to -20 dB of full scale when it is softer than -40 dB, until it is louder than -34 dB; and is
    /// at most 30 dB.
    private static let target = 3_277.0
    private static let (soft, loud) = (328.0, 656.0)
    private static let most = 31.6
    /// Quieter blocks are no speech: they say nothing of its level.
    private static let floor = 20.0

    init(_ gain: Gain) {
        self.gain = gain
        factor = if case .decibels(let decibels) = gain { pow(10, decibels / 20) } else { 1 }
    }

    /// Takes the next block.
    /// - Parameter isSpeech: Whether somebody speaks in it, by which automatic gain goes.
    mutating func apply(_ samples: [Int16], isSpeech: Bool) -> [Int16] {
        if gain == .automatic, isSpeech { follow(samples) }
        guard factor != 1 else { return samples }
        return samples.map { Int16(max(-32_768, min(32_767, (Double($0) * factor).rounded()))) }
    }

    private mutating func follow(_ samples: [Int16]) {
        let energy = samples.reduce(0.0) { $0 + Double($1) * Double($1) }
        let now = (energy / Double(max(1, samples.count))).squareRoot()
        guard now > Self.floor else { return }
        // Half of the way in some 300 ms; at once at the first word.
        level = level == 0 ? now : level + (now - level) * 0.05
        guard level < (factor > 1 ? Self.loud : Self.soft) else {
            factor = 1
            return
        }
        factor = max(1, min(Self.most, Self.target / level))
    }
}
