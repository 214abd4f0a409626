#if canImport(Glibc)
    import Glibc
#else
    import Darwin
#endif

/// Makes a sine tone block by block, with a raised-cosine ramp at both ends so that it does not click.
public struct ToneGenerator: Sendable {
    /// Length of each ramp unless told otherwise; a tone shorter than both ramps is all ramp.
    public static let ramp = Duration.milliseconds(5)

    /// How many samples the whole tone has.
    public let length: Int
    /// How many have been made.
    public private(set) var position = 0

    private let step: Double
    private let peak: Double
    private let attack: Int
    private let release: Int

    /// A tone: `frequency` in hertz above 0 and below half the rate, 0 to 600 s long, `volume` 0…1 of full scale. It swells over `attack` and
    /// fades over `release`.
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
        // Where both do not fit, they share the tone as they are to each other.
        let (up, down) = (attack / .seconds(1) * Double(rate), release / .seconds(1) * Double(rate))
        let part = min(1, Double(length) / max(1, up + down))
        (self.attack, self.release) = (Int(up * part), Int(down * part))
    }

    /// Gives the next samples: `count` of them, fewer at the end, then none.
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
