import SaybusMessages

/// The voice settings that commands can change.
public struct SpeechSettings: Sendable, Equatable, Codable {
    /// Normal rate in words per minute.
    public static let normalRate = 175
    /// The range of rates in words per minute.
    public static let rates = 80...450
    /// The factors of the normal rate that can be said. A larger number means words per minute.
    private static let factors = 0.1...2.5

    /// Words per minute.
    public private(set) var rate = normalRate
    /// The volume from 0, silence, to 1.
    public private(set) var volume = 1.0
    /// The voice's name; nil is the default.
    public private(set) var voice: String?

    /// Creates the normal settings.
    public init() {}

    /// Multiplies the rate by a factor, clamped to the range.
    public mutating func scaleRate(by factor: Double) { setRate(Double(rate) * factor) }

    /// Changes the volume, clamped to 0…1.
    public mutating func changeVolume(by step: Double) {
        volume = (min(1, max(0, volume + step)) * 100).rounded() / 100
    }

    /// Sets the rate from a spoken value: a factor up to 2.5, or words per minute; `normal`, `fast`, `slow`. Numbers
    /// between the two, such as five words per minute, are no rates.
    /// - Returns: False when the value is not a rate.
    public mutating func setRate(said: Parameter.Value) -> Bool {
        switch said {
        case .number(let number) where Self.factors ~= number: setRate(Double(Self.normalRate) * number)
        case .number(let number) where Double(Self.rates.lowerBound)...Double(Self.rates.upperBound) ~= number:
            setRate(number)
        case .number: return false
        case .text(let text):
            guard let factor = Self.rateWords[text.lowercased()] else { return false }
            setRate(Double(Self.normalRate) * factor)
        }
        return true
    }

    /// Sets the volume from a spoken value: a fraction below 1, or a percentage from 1 on; `full`, `half`.
    /// - Returns: False when the value is not a volume.
    public mutating func setVolume(said: Parameter.Value) -> Bool {
        switch said {
        case .number(let number) where number >= 0 && number < 1: volume = number
        case .number(let number) where number >= 1 && number <= 100: volume = number / 100
        case .number: return false
        case .text(let text):
            guard let volume = Self.volumeWords[text.lowercased()] else { return false }
            self.volume = volume
        }
        return true
    }

    /// Sets the voice. Nil or "default" selects the default voice.
    public mutating func setVoice(_ name: String?) {
        voice = name.flatMap { ["default", "normal", "usual"].contains($0.lowercased()) ? nil : $0 }
    }

    private mutating func setRate(_ rate: Double) {
        self.rate = Int(min(Double(Self.rates.upperBound), max(Double(Self.rates.lowerBound), rate)).rounded())
    }

    private static let rateWords = [
        "normal": 1, "default": 1, "fast": 1.4, "faster": 1.2, "very fast": 1.8, "slow": 0.75, "slower": 0.85,
        "very slow": 0.6, "double": 2, "half": 0.5, "maximum": 3, "minimum": 0.4,
    ]
    private static let volumeWords = [
        "full": 1, "maximum": 1, "max": 1, "normal": 1, "default": 1, "loud": 1, "half": 0.5, "medium": 0.5,
        "low": 0.25,
        "quiet": 0.25, "minimum": 0.1, "zero": 0,
    ]
}
