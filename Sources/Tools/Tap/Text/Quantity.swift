import Foundation

/// A formatter of numbers with units, for people.
enum Quantity {
    /// Returns a duration: `310 µs`, `120 ms`, `1.84 s`, `2 min 5 s`.
    static func duration(microseconds: Double) -> String {
        let size = abs(microseconds)
        return switch size {
        case ..<1000: "\(rounded(microseconds, 0)) µs"
        case ..<10_000: "\(rounded(microseconds / 1000, 1)) ms"
        case ..<1_000_000: "\(rounded(microseconds / 1000, 0)) ms"
        case ..<60_000_000: "\(rounded(microseconds / 1_000_000, 2)) s"
        default: minutes(microseconds / 1_000_000)
        }
    }

    /// Returns a duration: `0 ms`, `120 ms`, `1.84 s`, `2 min 5 s`.
    static func duration(milliseconds: Int) -> String {
        abs(Double(milliseconds)) < 1000 ? "\(milliseconds) ms" : duration(microseconds: Double(milliseconds) * 1000)
    }

    /// Returns an age in one whole unit: `0 s`, `59 s`, `3 min`, `2 h`, `5 d`.
    static func age(milliseconds: Int) -> String {
        let seconds = max(0, milliseconds) / 1000
        return switch seconds {
        case ..<60: "\(seconds) s"
        case ..<3600: "\(seconds / 60) min"
        case ..<86_400: "\(seconds / 3600) h"
        default: "\(seconds / 86_400) d"
        }
    }

    /// Returns a number of bytes: `0 B`, `812 B`, `1.5 KiB`, `37 MiB`.
    static func bytes(_ count: Double) -> String {
        var (value, unit) = (count, "B")
        for larger in ["KiB", "MiB", "GiB", "TiB"] where abs(value) >= 1024 { (value, unit) = (value / 1024, larger) }
        return "\(rounded(value, abs(value) < 10 && unit != "B" ? 1 : 0)) \(unit)"
    }

    /// Returns a rate per second: `0`, `0.5`, `12.3`, `4210`.
    static func rate(_ value: Double) -> String { rounded(value, value < 100 ? 1 : 0) }

    /// Returns a confidence: `0.87`.
    static func confidence(_ value: Double) -> String {
        (0...1).contains(value) ? String(format: "%.2f", value) : "\(value)"
    }

    /// Returns a level in whole decibels: `-24 dB`. Levels beyond 1000 dB are no levels, and shown as that.
    static func decibels(_ value: Double) -> String { "\(rounded(max(-1000, min(1000, value)), 0)) dB" }

    /// Returns a number without unnecessary decimals: `880`, `0.2`.
    static func number(_ value: Double) -> String { Int64(exactly: value).map { "\($0)" } ?? "\(value)" }

    /// Returns a number and its noun: `1 chunk`, `31 chunks`.
    static func count(_ count: Int, _ noun: String) -> String { "\(count) \(noun)\(count == 1 ? "" : "s")" }

    private static func minutes(_ seconds: Double) -> String {
        guard abs(seconds) < 1e15 else { return "\(seconds) s" }
        let whole = Int64(seconds)
        return whole % 60 == 0 ? "\(whole / 60) min" : "\(whole / 60) min \(abs(whole % 60)) s"
    }

    private static func rounded(_ value: Double, _ digits: Int) -> String {
        var text = String(format: "%.\(digits)f", value)
        guard text.contains(".") else { return text }
        while text.hasSuffix("0") { text.removeLast() }
        if text.hasSuffix(".") { text.removeLast() }
        return text
    }
}
