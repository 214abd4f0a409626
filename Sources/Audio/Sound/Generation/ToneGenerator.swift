import Glibc

/// A generator of a sine tone, block by block, with a raised-cosine ramp at both ends to avoid clicks.
public struct ToneGenerator: Sendable {
    /// The default length of each ramp. A tone shorter than both ramps together consists of shortened ramps only.
    public static let ramp = Duration.milliseconds(5)

    /// The length of the whole tone, in samples.
    let length: Int
    /// The number of samples made so far.
    public private(set) var position = 0

    private let step: Double
    private let peak: Double
    private let attack: Int
    private let release: Int

    /// Creates a generator of a tone.
    /// - Parameters:
    ///   - frequency: Hertz, above 0 and below half the rate.
    ///   - duration: 0 to 600 s.
    ///   - volume: 0…1 of full scale.
    ///   - attack: The time to swell from silence.
    ///   - release: The time to fade to silence.
    ///   - rate: The sample rate in hertz.
    public init(
        frequency: Double, duration: Duration, volume: Double = 0.3, attack: Duration = ToneGenerator.ramp,
        release: Duration = ToneGenerator.ramp, rate: Int
    ) throws(SoundError) {
        length = try SilenceGenerator(duration: duration, rate: rate).length
        guard frequency > 0, frequency < Double(rate) / 2 else {
            throw SoundError(
                .invalidSetting,
                "A tone of \(frequency) Hz cannot be played at \(rate) Hz; give one above 0 and below \(Double(rate) / 2) Hz."
            )
        }
        guard volume >= 0, volume <= 1 else {
            throw SoundError(.invalidSetting, "A volume of \(volume) is not one of 0 to 1.")
        }
        step = 2 * Double.pi * frequency / Double(rate)
        peak = volume * 32767
        guard attack >= .zero, release >= .zero else {
            throw SoundError(.invalidSetting, "A tone cannot swell or fade for less than no time.")
        }
        // A tone too short for both ramps is divided between them in proportion.
        let (up, down) = (attack / .seconds(1) * Double(rate), release / .seconds(1) * Double(rate))
        let part = min(1, Double(length) / max(1, up + down))
        (self.attack, self.release) = (Int(up * part), Int(down * part))
    }

    /// Returns the next `count` samples; fewer at the end, then none.
    public mutating func next(_ count: Int) -> [Int16] {
        let count = max(0, min(count, length - position))
        defer { position += count }
        return (position..<position + count).map { place in
            let toEnd = length - 1 - place
            let gain = Self.gain(place, attack) * Self.gain(toEnd, release)
            return Int16((peak * gain * sin(step * Double(place))).rounded())
        }
    }

    private static func gain(_ place: Int, _ length: Int) -> Double {
        place < length ? (1 - cos(Double.pi * Double(place) / Double(length))) / 2 : 1
    }
}
