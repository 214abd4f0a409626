import Glibc

/// A day of the Gregorian calendar, without a time zone.
public struct CivilDate: Sendable, Hashable, Comparable {
    /// Days since 1970-01-01.
    public var days: Int

    /// Creates a day from the number of days since 1970-01-01.
    public init(days: Int) { self.days = days }

    /// Creates a day; nil when the month has no such day. Years are 1…9999.
    public init?(year: Int, month: Int, day: Int) {
        guard 1...12 ~= month, 1...31 ~= day, 1...9999 ~= year else { return nil }
        // In this computation years begin in March, so that the leap day is the last day of a year (Howard
        // Hinnant, days_from_civil).
        let shifted = month <= 2 ? year - 1 : year
        let era = shifted / 400
        let yearOfEra = shifted - era * 400
        let dayOfYear = (153 * (month + (month > 2 ? -3 : 9)) + 2) / 5 + day - 1
        days = era * 146_097 + yearOfEra * 365 + yearOfEra / 4 - yearOfEra / 100 + dayOfYear - 719_468
        guard parts == (year, month, day) else { return nil }
    }

    /// Creates a day from `YYYY-MM-DD`; nil for other text.
    init?(text: String) {
        let numbers = text.split(separator: "-", omittingEmptySubsequences: false).map { Int($0) }
        guard numbers.count == 3, let year = numbers[0], let month = numbers[1], let day = numbers[2] else {
            return nil
        }
        self.init(year: year, month: month, day: day)
    }

    /// The current day in the local time zone.
    public static var today: CivilDate {
        var now = time(nil)
        var local = tm()
        localtime_r(&now, &local)
        return CivilDate(year: Int(local.tm_year) + 1900, month: Int(local.tm_mon) + 1, day: Int(local.tm_mday))
            ?? CivilDate(days: Int(now) / 86_400)
    }

    /// Returns the time in the local time zone after some seconds, in seconds since midnight. A second that has begun
    /// counts as over. Where the clocks change in between, it is the time that they show then.
    static func secondOfDay(in seconds: Int) -> Int {
        var now = timespec()
        clock_gettime(CLOCK_REALTIME, &now)
        var later = now.tv_sec + (now.tv_nsec > 0 ? 1 : 0) + seconds
        var local = tm()
        localtime_r(&later, &local)
        return Int(local.tm_hour) * 3600 + Int(local.tm_min) * 60 + Int(local.tm_sec)
    }

    /// The date in the calendar's terms: the month from 1 to 12, the day of the month from 1 to 31.
    public var parts: (year: Int, month: Int, day: Int) {
        let shifted = days + 719_468
        let era = (shifted >= 0 ? shifted : shifted - 146_096) / 146_097
        let dayOfEra = shifted - era * 146_097
        let yearOfEra = (dayOfEra - dayOfEra / 1460 + dayOfEra / 36_524 - dayOfEra / 146_096) / 365
        let dayOfYear = dayOfEra - (365 * yearOfEra + yearOfEra / 4 - yearOfEra / 100)
        let month = (5 * dayOfYear + 2) / 153
        let day = dayOfYear - (153 * month + 2) / 5 + 1
        let calendarMonth = month < 10 ? month + 3 : month - 9
        return (yearOfEra + era * 400 + (calendarMonth <= 2 ? 1 : 0), calendarMonth, day)
    }

    /// The day of the week: 1 for Monday … 7 for Sunday.
    public var weekday: Int { ((days + 3) % 7 + 7) % 7 + 1 }

    /// The ISO 8601 week, and the year to which it belongs.
    public var week: (year: Int, week: Int) {
        let thursday = CivilDate(days: days - weekday + 4)
        let year = thursday.parts.year
        let first = CivilDate(year: year, month: 1, day: 1)?.days ?? thursday.days
        return (year, (thursday.days - first) / 7 + 1)
    }

    /// Returns the day a number of days later.
    public func adding(days count: Int) -> CivilDate { CivilDate(days: days + count) }

    /// Returns the day a number of months later, or the last day of that month when it is shorter.
    public func adding(months count: Int) -> CivilDate {
        let (year, month, day) = parts
        let index = year * 12 + month - 1 + count
        for day in stride(from: day, to: 27, by: -1) {
            if let date = CivilDate(year: index / 12, month: index % 12 + 1, day: day) { return date }
        }
        return CivilDate(year: index / 12, month: index % 12 + 1, day: min(day, 28)) ?? self
    }

    /// `YYYY-MM-DD`
    public var text: String {
        let (year, month, day) = parts
        return "\(Self.padded(year, 4))-\(Self.padded(month, 2))-\(Self.padded(day, 2))"
    }

    /// Returns a number with leading zeros.
    static func padded(_ number: Int, _ width: Int) -> String {
        let digits = "\(number)"
        return String(repeating: "0", count: max(0, width - digits.count)) + digits
    }

    /// Orders days by time.
    public static func < (left: CivilDate, right: CivilDate) -> Bool { left.days < right.days }
}
