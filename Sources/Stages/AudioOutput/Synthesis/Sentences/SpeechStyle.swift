/// The way in which words are spoken, as factors of the voice's own.
struct SpeechStyle: Sendable, Equatable {
    /// The factor of the speed.
    var rate = 1.0
    /// The factor of the pitch.
    var pitch = 1.0
    /// The factor of the loudness.
    var volume = 1.0

    /// The range of a factor, whatever elements stand inside each other: at a rate near 0 a few words would last for
    /// hours, which an engine makes in one go.
    private static let factors = 0.2...4.0
    private static let rates = ["x-slow": 0.6, "slow": 0.8, "fast": 1.25, "x-fast": 1.6]
    private static let pitches = ["x-low": 0.7, "low": 0.85, "high": 1.15, "x-high": 1.35]
    private static let volumes = ["silent": 0, "x-soft": 0.3, "soft": 0.6, "loud": 1.4, "x-loud": 1.8]
    private static let emphases = [
        "strong": SpeechStyle(rate: 0.85, volume: 1.3), "moderate": SpeechStyle(rate: 0.92, volume: 1.15),
        "reduced": SpeechStyle(rate: 1.1, volume: 0.8),
    ]

    /// Returns the style within an element that ``SSMLWriter`` has written; elements without a style change nothing.
    func within(_ element: String, _ attributes: [String: String]) -> SpeechStyle {
        var inner = SpeechStyle()
        if element == "emphasis" { inner = Self.emphases[attributes["level"] ?? ""] ?? SpeechStyle() }
        if element == "prosody" {
            inner.rate = Self.factor(attributes["rate"], Self.rates)
            inner.pitch = Self.factor(attributes["pitch"], Self.pitches)
            inner.volume = Self.factor(attributes["volume"], Self.volumes)
        }
        return SpeechStyle(
            rate: Self.bounded(rate * inner.rate), pitch: Self.bounded(pitch * inner.pitch),
            volume: min(Self.factors.upperBound, volume * inner.volume))
    }

    private static func bounded(_ factor: Double) -> Double {
        max(factors.lowerBound, min(factors.upperBound, factor))
    }

    /// Returns the factor of a name, of `120%` or of `+20%`.
    private static func factor(_ value: String?, _ names: [String: Double]) -> Double {
        guard let value else { return 1 }
        if let named = names[value] { return named }
        guard value.hasSuffix("%"), let percent = Double(value.dropLast()) else { return 1 }
        return value.hasPrefix("+") || value.hasPrefix("-") ? 1 + percent / 100 : percent / 100
    }
}
