import Foundation

/// Attributes of SSML, read and written as the engine takes them; what cannot be read is left out.
enum SSMLValues {
    /// How long breaks are that say only how strong they are, in milliseconds.
    static let strengths = ["none": 0, "x-weak": 100, "weak": 200, "medium": 400, "strong": 700, "x-strong": 1200]

    /// How long a break is, in milliseconds; nil for what is none.
    static func pause(_ attributes: [String: String]) -> Int? {
        guard let time = attributes["time"] else {
            return strengths[attributes["strength"] ?? "medium"] ?? 400
        }
        return milliseconds(time)
    }

    /// Reads `500ms`, `1.5s`; nil for what is no time of 0 to ``SSML/longestBreak``.
    static func milliseconds(_ time: some StringProtocol) -> Int? {
        let time = String(time).filter { !$0.isWhitespace }
        let (number, factor): (Substring, Double) =
            time.hasSuffix("ms") ? (time.dropLast(2), 1) : (time.dropLast(1), 1000)
        guard time.hasSuffix("s"), let value = Double(number), value >= 0,
            value * factor <= Double(SSML.longestBreak)
        else { return nil }
        return Int((value * factor).rounded())
    }

    /// Pitch, rate and volume.
    static func prosody(_ attributes: [String: String]) -> String {
        var result = ""
        for name in ["rate", "pitch", "volume"] {
            guard let value = attributes[name].flatMap({ prosody(name, $0) }) else { continue }
            result += " \(name)=\"\(value)\""
        }
        return result
    }

    /// How strong.
    static func emphasis(_ attributes: [String: String]) -> String {
        let level = attributes["level"] ?? "moderate"
        return " level=\"\(["strong", "moderate", "none", "reduced"].contains(level) ? level : "moderate")\""
    }

    private static func prosody(_ name: String, _ value: String) -> String? {
        let names =
            switch name {
            case "rate": ["x-slow", "slow", "medium", "fast", "x-fast", "default"]
            case "pitch": ["x-low", "low", "medium", "high", "x-high", "default"]
            default: ["silent", "x-soft", "soft", "medium", "loud", "x-loud", "default"]
            }
        let value = value.filter { !$0.isWhitespace }
        if names.contains(value) { return value }
        guard let absolute = percent(name, value), absolute.isFinite else { return nil }
        // A change of 20 % and 120 % mean the same; the engine takes the second for a rate, the first for the rest.
        let bounded = Int(min(400, max(20, absolute)))
        guard name != "rate" else { return "\(bounded)%" }
        return bounded >= 100 ? "+\(bounded - 100)%" : "-\(100 - bounded)%"
    }

    /// `120%`, `+20%`; decibels of a volume, semitones of a pitch, how many times as fast: as a part of what it is, in percent.
    private static func percent(_ name: String, _ value: String) -> Double? {
        let isRelative = value.hasPrefix("+") || value.hasPrefix("-")
        let number = { (unit: String) in value.hasSuffix(unit) ? Double(value.dropLast(unit.count)) : nil }
        if let percent = number("%") { return isRelative ? 100 + percent : percent }
        switch name {
        case "volume": return number("dB").map { 100 * pow(10, $0 / 20) }
        case "pitch": return number("st").map { 100 * pow(2, $0 / 12) }
        default: return isRelative ? nil : Double(value).map { 100 * $0 }
        }
    }
}
