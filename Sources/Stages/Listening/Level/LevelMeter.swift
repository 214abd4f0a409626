import SaybusMessages
import SaybusSound

/// A meter of the input's level over stretches of 200 ms.
struct LevelMeter: Sendable {
    /// The samples of a stretch.
    static let length = PCMFormat.speech.samples(.milliseconds(200))
    private static let fullScale = 32_767

    private var samples: [Int16] = []
    private var speech = 0

    /// Takes a block with the detector's decision.
    /// - Returns: The level when a stretch is full.
    mutating func observe(_ block: [Int16], isSpeech: Bool, input: String?) -> ListenLevel? {
        samples += block
        if isSpeech { speech += block.count }
        guard samples.count >= Self.length else { return nil }
        defer { reset() }
        let magnitudes = samples.map { Int($0.magnitude) }
        let clipped = magnitudes.count { $0 >= Self.fullScale }
        return ListenLevel(
            rmsDb: Self.rounded(Level.rms(samples)), peakDb: Self.rounded(Self.level(magnitudes.max() ?? 0)),
            clipped: clipped > 0 ? clipped : nil, isSpeech: 2 * speech >= samples.count,
            durationMs: PCMFormat.speech.milliseconds(samples.count), input: input)
    }

    /// Drops the stretch, while nobody wants the level.
    mutating func reset() { (samples, speech) = ([], 0) }

    private static func level(_ magnitude: Int) -> Double { Level.rms([Int16(clamping: magnitude)]) }

    private static func rounded(_ level: Double) -> Double { min(0, (level * 10).rounded() / 10) }
}
