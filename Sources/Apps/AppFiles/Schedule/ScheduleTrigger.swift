import SaybusPhrases

/// The time at which something scheduled is due, as it is stored.
enum ScheduleTrigger: Sendable, Equatable, Codable {
    /// After a time has passed, whatever the wall clock says, and again after each further period.
    ///
    /// - `due`: the machine's steady time, which counts during the start `boot` of the machine only.
    /// - `wall`: the Unix time, which counts after a restart of the machine.
    case steady(due: Double, boot: String, wall: Double, period: Double?)
    /// At a time of day, a number of seconds after midnight, of a day, counted from 1970-01-01, by the local wall
    /// clock. With `weekdays` (1 for Monday) also on each such day after it.
    case local(day: Int, second: Int, weekdays: [Int]?)

    /// Whether it is due again after each time.
    var repeats: Bool {
        switch self {
        case .steady(_, _, _, let period): period != nil
        case .local(_, _, let weekdays): weekdays != nil
        }
    }

    /// The trigger at the same time of day a week later; itself when it is at no time of day.
    var aWeekLater: ScheduleTrigger {
        guard case .local(let day, let second, let weekdays) = self else { return self }
        return .local(day: day + 7, second: second, weekdays: weekdays)
    }

    /// The midnight that ends the day, where the trigger is the one that begins it: "tonight at midnight". Nil for
    /// another time of day.
    var endOfDay: ScheduleTrigger? {
        guard case .local(let day, 0, nil) = self else { return nil }
        return .local(day: day + 1, second: 0, weekdays: nil)
    }

    /// Returns the seconds until it is due; negative when that is past.
    func remaining(at now: ScheduleMoment, offset: (Double) -> Int) -> Double {
        switch self {
        case .steady(let due, let boot, let wall, _):
            boot == now.boot ? due - now.steady : wall - now.wall
        case .local(let day, let second, _):
            Self.unixTime(day: day, second: second, offset: offset) - now.wall
        }
    }

    /// Returns the trigger of the next time, later than this one and than now; nil when it does not repeat.
    func next(after now: ScheduleMoment, offset: (Double) -> Int) -> ScheduleTrigger? {
        switch self {
        case .steady(_, _, _, let period):
            guard let period else { return nil }
            let passed = max(0, -remaining(at: now, offset: offset))
            let wait = period - passed.truncatingRemainder(dividingBy: period)
            return .steady(due: now.steady + wait, boot: now.boot, wall: now.wall + wait, period: period)
        case .local(let day, let second, let weekdays):
            guard let weekdays else { return nil }
            let today = Self.localDay(at: now.wall, offset: offset)
            // Strictly after this time's own day, so that a clock that is set back does not ring twice.
            return Self.first(
                from: max(day + 1, today), second: second, on: weekdays, after: now, offset: offset)
        }
    }

    /// Returns the next time to come when several lie before this one, since it was computed by a clock that was ahead;
    /// itself otherwise. One that lies before it may have been the former time, by a clock that was set back a little.
    func corrected(at now: ScheduleMoment, offset: (Double) -> Int) -> ScheduleTrigger {
        guard case .local(let day, let second, let weekdays?) = self else { return self }
        let today = Self.localDay(at: now.wall, offset: offset)
        guard day > today + 1,
            let next = Self.first(from: today, second: second, on: weekdays, after: now, offset: offset),
            case .local(let nextDay, _, _) = next,
            case .local(let laterDay, _, _)? = Self.first(
                from: nextDay + 1, second: second, on: weekdays, after: now, offset: offset),
            laterDay < day
        else { return self }
        return next
    }

    /// Returns the first time of day that is still to come, on one of these days of the week.
    static func first(
        from day: Int, second: Int, on weekdays: [Int]?, after now: ScheduleMoment, offset: (Double) -> Int
    ) -> ScheduleTrigger? {
        for candidate in day...(day + 8) {
            let date = CivilDate(days: candidate)
            guard weekdays?.contains(date.weekday) ?? true,
                unixTime(day: candidate, second: second, offset: offset) > now.wall
            else { continue }
            return .local(day: candidate, second: second, weekdays: weekdays)
        }
        return nil
    }

    /// Returns the local day at a Unix time.
    static func localDay(at unixTime: Double, offset: (Double) -> Int) -> Int {
        Int(((unixTime + Double(offset(unixTime))) / 86_400).rounded(.down))
    }

    /// Returns the Unix time of a local time of day.
    ///
    /// A time that occurs twice, because clocks are set back, is the first of the two. A time that is left out, because
    /// clocks are set forward, is as much later as the clocks are set.
    static func unixTime(day: Int, second: Int, offset: (Double) -> Int) -> Double {
        let local = Double(day) * 86_400 + Double(second)
        let before = Double(offset(local - 86_400))
        let after = Double(offset(local + 86_400))
        let fitting = [before, after].filter { Double(offset(local - $0)) == $0 }.map { local - $0 }
        return fitting.min() ?? local - before
    }
}
