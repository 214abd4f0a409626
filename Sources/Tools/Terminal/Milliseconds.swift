import Foundation

/// The formats of times for people.
package enum Milliseconds {
    /// Formats microseconds as `1.2 ms`.
    package static func text(_ microseconds: Int64) -> String {
        String(format: "%.1f ms", Double(microseconds) / 1000)
    }

    /// Formats milliseconds as `12 s`, `3 min 04 s`, `2 h 05 min` or `1 d 03 h`.
    package static func age(_ milliseconds: Int) -> String {
        let seconds = max(0, milliseconds) / 1000
        switch seconds {
        case ..<60: return "\(seconds) s"
        case ..<3600: return String(format: "%d min %02d s", seconds / 60, seconds % 60)
        case ..<86_400: return String(format: "%d h %02d min", seconds / 3600, seconds / 60 % 60)
        // Another program's number of days may exceed what %d takes.
        default: return "\(seconds / 86_400) d \(String(format: "%02d h", seconds / 3600 % 24))"
        }
    }
}
