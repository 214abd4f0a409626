import Foundation
import SaybusPhrases

/// An order to schedule something, with all values filled in.
struct ScheduleOrder: Sendable, Equatable {
    /// The key of the ``Schedule``.
    var key: String
    /// The kind.
    var kind: Schedule.Kind
    /// The name; empty for none.
    var name: String
    /// The time at which it is due, as texts.
    var time: Time
    /// The values for the actions when it is due.
    var values: ActionValues
    /// The actions when it is due; nil for none.
    var work: ScheduledItem.Work?

    /// The texts of ``Schedule/Time``.
    enum Time: Sendable, Equatable {
        case after(String)
        /// `weekday` is the parameter whose words name the day as one of the week, such as `friday`: when its time is
        /// past, the day a week later is meant, which the parameter gets.
        case at(String, day: String?, half: Half = .said, weekday: String? = nil)
        case everyLength(String)
        case everyDay(String, days: String?)
    }

    /// The half of the day in which an hour of the twelve-hour clock is.
    enum Half: Sendable, Equatable {
        /// The half that the time itself names.
        case said
        /// The half in which the hour comes sooner. The parameter, if the time is one, gets the time that is meant.
        case nearest(parameter: String?)
    }

    /// The parameters that get the time or the day that is meant.
    var chosen: [String] {
        guard case .at(_, _, let half, let weekday) = time else { return [] }
        let hour: String? = if case .nearest(let parameter) = half { parameter } else { nil }
        return [hour, weekday].compactMap(\.self)
    }

    /// The shortest and the longest length in seconds.
    static let lengths = 1.0...(366 * 86_400)

    /// Returns the trigger at a time, and the length in seconds if it has one.
    func trigger(
        at now: ScheduleMoment, offset: (Double) -> Int
    ) throws(StoreError) -> (trigger: ScheduleTrigger, length: Double?) {
        switch time {
        case .after(let text):
            let length = try Self.length(text)
            return (.steady(due: now.steady + length, boot: now.boot, wall: now.wall + length, period: nil), length)
        case .everyLength(let text):
            let length = try Self.length(text)
            return (.steady(due: now.steady + length, boot: now.boot, wall: now.wall + length, period: length), length)
        case .at(let text, let day, let half, let weekday):
            var seconds = [try Self.second(text)]
            if half != .said { seconds = [0, Self.halfDay].map { seconds[0] % Self.halfDay + $0 } }
            let today = ScheduleTrigger.localDay(at: now.wall, offset: offset)
            let triggers = try seconds.map { second throws(StoreError) -> ScheduleTrigger in
                guard let day, !day.isEmpty else {
                    return try Self.require(.first(from: today, second: second, on: nil, after: now, offset: offset))
                }
                return .local(day: try Self.day(day, today: today), second: second, weekdays: nil)
            }
            let coming =
                Self.first(of: triggers, after: now, offset: offset)
                ?? (weekday == nil ? nil : Self.first(of: triggers.map(\.aWeekLater), after: now, offset: offset))
                ?? Self.first(of: triggers.compactMap(\.endOfDay), after: now, offset: offset)
            guard let coming else {
                throw StoreError(.past, "\(day ?? "") at \(text) is past: nothing can be scheduled then")
            }
            return (coming, nil)
        case .everyDay(let text, let days):
            let second = try Self.second(text)
            let weekdays = try days.map { days throws(StoreError) in try Self.weekdays(days) } ?? Array(1...7)
            let today = ScheduleTrigger.localDay(at: now.wall, offset: offset)
            return (
                try Self.require(.first(from: today, second: second, on: weekdays, after: now, offset: offset)), nil
            )
        }
    }

    private static let halfDay = 43_200

    /// Returns the trigger that is due first; nil when all are past.
    private static func first(
        of triggers: [ScheduleTrigger], after now: ScheduleMoment, offset: (Double) -> Int
    ) -> ScheduleTrigger? {
        triggers.filter { $0.remaining(at: now, offset: offset) > 0 }.min {
            $0.remaining(at: now, offset: offset) < $1.remaining(at: now, offset: offset)
        }
    }

    private static func require(_ trigger: ScheduleTrigger?) throws(StoreError) -> ScheduleTrigger {
        guard let trigger else { throw StoreError(.badValue, "there is no such time in the coming days") }
        return trigger
    }

    /// Returns the seconds of a length: `PT1H30M`, or numbers with the units `s`, `min`, `h` and `d`.
    static func length(_ text: String) throws(StoreError) -> Double {
        guard let seconds = SpokenTime.seconds(of: text) else {
            // Months and years, whose lengths differ, and "minus five minutes".
            let isNegative = text.hasPrefix("-") && SpokenTime.seconds(of: String(text.dropFirst())) != nil
            if isNegative || text.prefixMatch(of: /P[0-9.]+[YM]/) != nil {
                throw StoreError(.outOfBounds, "\"\(text)\" is out of bounds: 1 second to 366 days can be scheduled")
            }
            throw StoreError(.badValue, "\"\(text)\" is no length: write 10min, 1h 30min or PT10M")
        }
        guard lengths.contains(seconds) else {
            throw StoreError(.outOfBounds, "\"\(text)\" is out of bounds: 1 second to 366 days can be scheduled")
        }
        return seconds
    }

    /// Returns the second of the day: `7:05`, `19:30:15`, `7 pm`, or a part of the day in Alexa's notation.
    static func second(_ text: String) throws(StoreError) -> Int {
        if let match = text.lowercased().wholeMatch(of: /(\d{1,2})(?::(\d\d))? ?([ap])m/), let hour = Int(match.1),
            1...12 ~= hour
        {
            let minute = match.2.flatMap { Int($0) } ?? 0
            guard minute < 60 else { throw StoreError(.badValue, "\"\(text)\" is no time of day") }
            return (hour % 12 + (match.3 == "p" ? 12 : 0)) * 3600 + minute * 60
        }
        if let hour = ["MO": 9, "AF": 15, "EV": 19, "NI": 22][text] { return hour * 3600 }
        let parts = text.split(separator: ":", omittingEmptySubsequences: false)
        let numbers = parts.compactMap { $0.allSatisfy(\.isNumber) ? Int($0) : nil }
        guard 2...3 ~= parts.count, numbers.count == parts.count, 0...23 ~= numbers[0],
            numbers.dropFirst().allSatisfy({ 0...59 ~= $0 })
        else { throw StoreError(.badValue, "\"\(text)\" is no time of day: write 7:00, 7 am or 19:30") }
        return numbers[0] * 3600 + numbers[1] * 60 + (numbers.count > 2 ? numbers[2] : 0)
    }

    /// Returns a second of the day in Alexa's notation: `19:30`.
    static func text(ofSecond second: Int) -> String {
        String(format: "%02d:%02d", second / 3600, second / 60 % 60)
    }

    /// Returns the number of a day: `2026-11-25`, `today` or `tomorrow`.
    static func day(_ text: String, today: Int) throws(StoreError) -> Int {
        if let days = ["PRESENT_REF": 0, "today": 0, "tomorrow": 1][text] { return today + days }
        let numbers = text.split(separator: "-").compactMap { Int($0) }
        guard numbers.count == 3, let date = CivilDate(year: numbers[0], month: numbers[1], day: numbers[2]) else {
            throw StoreError(.badValue, "\"\(text)\" is no single day: write 2026-11-25, today or tomorrow")
        }
        return date.days
    }

    /// Returns the days of the week in a text, 1 for Monday: `monday, friday`, `weekdays`, `weekends`, `every day`.
    static func weekdays(_ text: String) throws(StoreError) -> [Int] {
        let names = ["monday", "tuesday", "wednesday", "thursday", "friday", "saturday", "sunday"]
        var days: Set<Int> = []
        for token in Words.tokenize(text).map(\.key) where !["every", "and", "on"].contains(token) {
            switch token {
            case "day", "days", "daily": days.formUnion(1...7)
            case "weekday", "weekdays": days.formUnion(1...5)
            case "weekend", "weekends": days.formUnion(6...7)
            default:
                guard let index = names.firstIndex(where: { token == $0 || token == $0 + "s" }) else {
                    throw StoreError(
                        .badValue, "\"\(token)\" is no day: write monday to sunday, weekdays, weekends or every day")
                }
                days.insert(index + 1)
            }
        }
        return days.isEmpty ? Array(1...7) : days.sorted()
    }
}
