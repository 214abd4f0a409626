import Foundation
import SaybusMessages

/// Conversion of SSML attributes to the engine's form; invalid ones are left out.
enum SSMLValues {
    /// The lengths of breaks by strength, in milliseconds.
    static let strengths = ["none": 0, "x-weak": 100, "weak": 200, "medium": 400, "strong": 700, "x-strong": 1200]

    /// Returns the length of a break in milliseconds; nil for an invalid one.
    static func pause(_ attributes: [String: String]) -> Int? {
        guard let time = attributes["time"] else {
            return strengths[attributes["strength"] ?? "medium"] ?? 400
        }
        return milliseconds(time)
    }

    /// Parses `500ms` or `1.5s`; nil for other texts. A longer time is cut to ``SSML/maximumBreakMs``.
    static func milliseconds(_ time: some StringProtocol) -> Int? {
        SSMLRules.milliseconds(time).map { Int(min($0, Double(SSML.maximumBreakMs)).rounded()) }
    }

    /// Returns the engine's attributes for pitch, rate and volume.
    static func prosody(_ attributes: [String: String]) -> String {
        var result = ""
        for name in ["rate", "pitch", "volume"] {
            guard let value = attributes[name].flatMap({ prosody(name, $0) }) else { continue }
            result += " \(name)=\"\(value)\""
        }
        return result
    }

    /// Returns the engine's attribute for the level of emphasis.
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
        // SSML's +20 % and 120 % mean the same; the engine takes the second form for rates, the first for the rest.
        let bounded = Int(min(400, max(20, absolute)))
        guard name != "rate" else { return "\(bounded)%" }
        return bounded >= 100 ? "+\(bounded - 100)%" : "-\(100 - bounded)%"
    }

    /// Returns a value in percent of the default: from percentages, decibels of volume, semitones of pitch, or
    /// a factor of rate.
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
