/// A generator of silence, block by block.
public struct SilenceGenerator: Sendable {
    /// The length of the whole silence, in samples.
    let length: Int
    /// The number of samples made so far.
    public private(set) var position = 0

    /// Creates a generator of 0 to 600 s of silence.
    public init(duration: Duration, rate: Int) throws(SoundError) {
        try Resampler.check(rate)
        guard duration >= .zero, duration <= .seconds(600) else {
            throw SoundError(
                .invalidSetting, "A length of \(duration / .seconds(1)) s cannot be played; give one from 0 to 600 s.")
        }
        length = Int((duration / .seconds(1) * Double(rate)).rounded())
    }

    /// Returns the next `count` samples; fewer at the end, then none.
    public mutating func next(_ count: Int) -> [Int16] {
        let count = max(0, min(count, length - position))
        position += count
        return [Int16](repeating: 0, count: count)
    }
}
