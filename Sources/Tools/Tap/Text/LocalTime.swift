import Glibc

/// A formatter of times in this machine's time zone.
enum LocalTime {
    private static let zoneIsSet: Void = tzset()

    /// Returns `14:03:07.123`; the bare number if the calendar cannot represent the time.
    /// - Parameter microseconds: Unix time.
    static func text(_ microseconds: Int64) -> String {
        _ = zoneIsSet
        let (quotient, remainder) = microseconds.quotientAndRemainder(dividingBy: 1_000_000)
        var seconds = time_t(remainder < 0 ? quotient - 1 : quotient)
        let fraction = (remainder < 0 ? remainder + 1_000_000 : remainder) / 1000
        var parts = tm()
        guard localtime_r(&seconds, &parts) != nil else { return "\(microseconds)µs" }
        return "\(two(parts.tm_hour)):\(two(parts.tm_min)):\(two(parts.tm_sec)).\(three(fraction))"
    }

    /// Returns `2026-11-21 14:03:07.123`.
    static func dateText(_ microseconds: Int64) -> String {
        _ = zoneIsSet
        var seconds = time_t(microseconds / 1_000_000)
        var parts = tm()
        guard microseconds >= 0, localtime_r(&seconds, &parts) != nil else { return text(microseconds) }
        return "\(parts.tm_year + 1900)-\(two(parts.tm_mon + 1))-\(two(parts.tm_mday)) \(text(microseconds))"
    }

    private static func two(_ value: Int32) -> String { value < 10 ? "0\(value)" : "\(value)" }
    private static func three(_ value: Int64) -> String { String("00\(value)".suffix(3)) }
}
