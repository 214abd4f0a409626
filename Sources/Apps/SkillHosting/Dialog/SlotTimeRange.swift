import SaybusPhrases

/// The range of days, or of minutes of a day, that a slot's value denotes.
enum SlotTimeRange: Equatable {
    /// Days since 1970-01-01.
    case days(ClosedRange<Int>)
    /// Minutes since midnight.
    case minutes(ClosedRange<Int>)

    /// Parses a value of `AMAZON.DATE` or `AMAZON.TIME`; nil for other values.
    init?(_ value: String, now: LocalDateTime) {
        if value == "PRESENT_REF" {
            self = .days(now.date.days...now.date.days)
        } else if let part = Self.dayParts[value] {
            self = .minutes(part)
        } else if let minute = Self.minute(value) {
            self = .minutes(minute...minute)
        } else if let days = Self.days(value) {
            self = .days(days)
        } else {
            return nil
        }
    }

    /// Morning, afternoon, evening and night as ranges of minutes.
    private static let dayParts = ["MO": 360...719, "AF": 720...1019, "EV": 1020...1259, "NI": 1260...1439]

    private static func minute(_ text: String) -> Int? {
        let parts = text.split(separator: ":", omittingEmptySubsequences: false)
        guard parts.count >= 2, let hour = Int(parts[0]), let minute = Int(parts[1]), 0...23 ~= hour, 0...59 ~= minute
        else { return nil }
        return hour * 60 + minute
    }

    /// Returns the days of a day, week, weekend, month, quarter, season, year or decade.
    private static func days(_ text: String) -> ClosedRange<Int>? {
        let parts = text.split(separator: "-", omittingEmptySubsequences: false).map(String.init)
        if parts.count == 1, parts[0].count == 4, parts[0].hasSuffix("X"), let decade = Int(parts[0].prefix(3)) {
            return months(decade * 10, 1, 120)
        }
        guard let year = Int(parts[0]), parts[0].count == 4 else { return nil }
        guard parts.count > 1, parts[1] != "XX" else { return months(year, 1, 12) }
        if parts[1].hasPrefix("W"), let week = Int(parts[1].dropFirst()) {
            guard let fourth = CivilDate(year: year, month: 1, day: 4), 1...53 ~= week else { return nil }
            let monday = fourth.days - fourth.weekday + 1 + (week - 1) * 7
            return parts.count > 2 ? monday + 5...monday + 6 : monday...monday + 6
        }
        if parts[1].hasPrefix("Q"), let quarter = Int(parts[1].dropFirst()) {
            guard 1...4 ~= quarter else { return nil }
            return months(year, quarter * 3 - 2, 3)
        }
        if let first = ["WI": 12, "SP": 3, "SU": 6, "FA": 9][parts[1]] {
            return months(first == 12 ? year - 1 : year, first, 3)
        }
        guard let month = Int(parts[1]) else { return nil }
        guard parts.count > 2, parts[2] != "XX" else { return months(year, month, 1) }
        guard let day = Int(parts[2]), let date = CivilDate(year: year, month: month, day: day) else { return nil }
        return date.days...date.days
    }

    private static func months(_ year: Int, _ month: Int, _ count: Int) -> ClosedRange<Int>? {
        guard let first = CivilDate(year: year, month: month, day: 1) else { return nil }
        let last = first.adding(months: count).days - 1
        // The calendar ends with the year 9999.
        return last >= first.days ? first.days...last : nil
    }
}
