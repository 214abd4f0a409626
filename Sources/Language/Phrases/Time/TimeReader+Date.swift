extension TimeReader {
    /// Reads the dates that begin at a position, in Alexa's notation. An ambiguous date is today or later.
    func dates(_ position: Int) -> [Reading] {
        var readings: [Reading] = []
        if let end = skip(vocabulary.present, position) { readings.append(("PRESENT_REF", end)) }
        if let (days, end) = entry(vocabulary.days, position) { readings.append((today.adding(days: days).text, end)) }
        readings += weekday(position) + relative(position) + distance(position) + written(position)
        let start = afterLinks(position)
        if start > position { readings += weekday(start) }
        readings += monthFirst(start) + dayFirst(start) + dotted(start) + period(start)
        return readings
    }

    // MARK: Days

    /// Reads `monday`, `next monday`, `monday after next`.
    private func weekday(_ start: Int) -> [Reading] {
        guard let (date, end) = dayOfWeek(start) else { return [] }
        var readings: [Reading] = [(date.text, end)]
        if let (date, after) = dayWithRelationAfter(start) { readings.append((date.text, after)) }
        guard let (weekday, plain) = entry(vocabulary.weekdays, start) else { return readings }
        if let after = afterNext(plain) {
            readings.append((today.adding(days: 14 + weekday - today.weekday).text, after))
        }
        // "Friday next week", "friday of next week".
        if let (relation, place) = entry(vocabulary.relations, afterLinks(plain)), let unit = word(place),
            vocabulary.weeks.contains(unit)
        {
            readings.append((today.adding(days: 7 * relation + weekday - today.weekday).text, place + 1))
        }
        return readings
    }

    /// Returns the position after `after next`, behind a day or a week. `After next week` is something else.
    private func afterNext(_ position: Int) -> Int? {
        guard let next = skip(vocabulary.past, position), let (relation, end) = entry(vocabulary.relations, next),
            relation == 1
        else { return nil }
        let following = word(end).flatMap { vocabulary.units[$0] ?? vocabulary.seasons[$0] }
        return following == nil ? end : nil
    }

    /// Returns the day of `tomorrow`, `monday`, `next monday`.
    private func namedDay(_ start: Int) -> (date: CivilDate, end: Int)? {
        if let (days, end) = entry(vocabulary.days, start) { return (today.adding(days: days), end) }
        return dayWithRelationAfter(start) ?? dayOfWeek(start)
    }

    /// Returns the day of `monday`, `next monday`.
    private func dayOfWeek(_ start: Int) -> (date: CivilDate, end: Int)? {
        let (relation, position) = entry(vocabulary.relations, start) ?? (nil, start)
        guard let (weekday, end) = entry(vocabulary.weekdays, position) else { return nil }
        return (date(of: weekday, relation), end)
    }

    /// Returns the day of `martes que viene`, in a language with relations behind the day.
    private func dayWithRelationAfter(_ start: Int) -> (date: CivilDate, end: Int)? {
        guard let relations = vocabulary.relationsAfter, let (weekday, plain) = entry(vocabulary.weekdays, start),
            let (relation, end) = entry(relations, plain)
        else { return nil }
        return (date(of: weekday, relation), end)
    }

    private func date(of weekday: Int, _ relation: Int?) -> CivilDate {
        switch relation {
        case 1: today.adding(days: 1 - today.weekday).adding(days: 7 + weekday - 1)
        case -1: today.adding(days: -((today.weekday - weekday + 6) % 7 + 1))
        default: today.adding(days: (weekday - today.weekday + 7) % 7)
        }
    }

    /// Reads `in three days`, `two weeks from now`, `a month ago`, `a week from tomorrow`, `three weeks from friday`.
    private func distance(_ start: Int) -> [Reading] {
        let isAdvance = skip(vocabulary.inAdvance, start)
        guard let (amounts, end) = amounts(isAdvance ?? start) else { return [] }
        func date(_ base: CivilDate, _ sign: Int) -> String? {
            var date = base
            for (unit, amount) in amounts {
                guard let amount = Int(exactly: amount), amount < 100_000 else { return nil }
                switch unit {
                case "day": date = date.adding(days: sign * amount)
                case "week": date = date.adding(days: sign * amount * 7)
                case "fortnight": date = date.adding(days: sign * amount * 14)
                case "month", "year":
                    let months = sign * amount * (unit == "year" ? 12 : 1)
                    // Dates outside the years 1 to 9999 are not represented.
                    guard 12..<120_000 ~= date.parts.year * 12 + date.parts.month - 1 + months else { return nil }
                    date = date.adding(months: months)
                default: return nil
                }
            }
            return 1...9999 ~= date.parts.year ? date.text : nil
        }
        var readings: [Reading] = []
        if isAdvance != nil, let text = date(today, 1) { readings.append((text, end)) }
        if let after = skip(vocabulary.fromNow, end), let text = date(today, 1) { readings.append((text, after)) }
        if let after = skip(vocabulary.ago, end), let text = date(today, -1) { readings.append((text, after)) }
        if let word = word(end), vocabulary.startingFrom.contains(word),
            let (base, after) = namedDay(end + 1),
            let text = date(base, 1)
        {
            readings.append((text, after))
        }
        return readings
    }

    /// Reads `july fourth`, `july 4 2026`, `july twenty twenty six`, `july`.
    private func monthFirst(_ start: Int) -> [Reading] {
        guard let (month, end) = entry(vocabulary.months, start) else { return [] }
        var readings = [(value: self.month(month, year: nil), end: end)]
        if let (year, after) = namedYear(afterLinks(end)) { readings.append((self.month(month, year: year), after)) }
        let place = afterLinks(end)
        for (day, after) in days(place) {
            readings += [nil, namedYear(afterLinks(after))].compactMap { year in
                date(year?.value, month, day).map { ($0, year?.end ?? after) }
            }
        }
        return readings
    }

    /// Reads `fourth of july`, `4 july 2026`, `the 21st`.
    private func dayFirst(_ start: Int) -> [Reading] {
        var readings: [Reading] = []
        for (day, after) in days(start) {
            if let (month, end) = entry(vocabulary.months, afterLinks(after)) {
                readings += [nil, namedYear(afterLinks(end))].compactMap { year in
                    date(year?.value, month, day).map { ($0, year?.end ?? end) }
                }
            } else if isOrdinal(before: after) {
                let next = (0...12).lazy.map { today.adding(months: $0).parts }
                    .compactMap { CivilDate(year: $0.year, month: $0.month, day: day) }.first { $0 >= today }
                if let next { readings.append((next.text, after)) }
            }
        }
        return readings
    }

    /// Reads the day of a month at a position.
    private func days(_ start: Int) -> [(value: Int, end: Int)] {
        guard let longest = integer(start, 1...31) else { return [] }
        return [longest]
    }

    /// Returns a date; without a year, the next one that is today or later.
    func date(_ year: Int?, _ month: Int, _ day: Int) -> String? {
        if let year { return CivilDate(year: year, month: month, day: day)?.text }
        // The next February 29 may be up to eight years away.
        return (0...8).lazy.compactMap { CivilDate(year: today.parts.year + $0, month: month, day: day) }
            .first { $0 >= today }?.text
    }

    private func month(_ month: Int, year: Int?) -> String {
        let (thisYear, thisMonth, _) = today.parts
        return "\(year ?? (month >= thisMonth ? thisYear : thisYear + 1))-\(CivilDate.padded(month, 2))"
    }

    /// Returns the year behind a day or a period: `2027`, `next year`.
    func namedYear(_ position: Int) -> (value: Int, end: Int)? {
        if let year = year(position) { return year }
        if let (relation, end) = entry(vocabulary.relations, position), isYear(end) {
            return (today.parts.year + relation, end + 1)
        }
        guard isYear(position), let (relation, end) = entry(vocabulary.relationsAfter ?? [:], position + 1) else {
            return nil
        }
        return (today.parts.year + relation, end)
    }

    private func isYear(_ position: Int) -> Bool { word(position).flatMap { vocabulary.units[$0] } == "year" }

    // MARK: Weeks, months, years

    /// Reads `this week`, `next weekend`, `last month`, `this winter`, `next decade`, `this quarter`.
    private func relative(_ start: Int) -> [Reading] {
        var readings: [Reading] = []
        if let (relation, position) = entry(vocabulary.relations, start) { readings += related(relation, position) }
        guard let relations = vocabulary.relationsAfter else { return readings }
        // "La semana que viene", "el martes que viene".
        let position = afterLinks(start)
        if let (date, end) = dayWithRelationAfter(position) { readings.append((date.text, end)) }
        let plain = skip(vocabulary.weekends, position) ?? position + 1
        if let (relation, end) = entry(relations, plain) {
            readings += related(relation, position).filter { $0.end == plain }.map { ($0.value, end) }
        }
        return readings
    }

    /// Reads a week, a month and the like that has a relation to the present.
    private func related(_ relation: Int, _ position: Int) -> [Reading] {
        guard let unit = word(position) else { return [] }
        let (year, month, _) = today.parts
        if let end = skip(vocabulary.weekends, position) { return [(week(relation) + "-WE", end)] }
        if vocabulary.weeks.contains(unit) { return [(week(relation), position + 1)] }
        if vocabulary.decades.contains(unit) { return [("\(year / 10 + relation)X", position + 1)] }
        if vocabulary.quarters.contains(unit) {
            let index = year * 4 + (month - 1) / 3 + relation
            return [("\(index / 4)-Q\(index % 4 + 1)", position + 1)]
        }
        if let season = vocabulary.seasons[unit] { return [("\(year + relation)-\(season)", position + 1)] }
        if let month = vocabulary.months[unit] {
            let base = relation < 0 && month >= today.parts.month ? year - 1 : year
            return [(relation < 0 ? self.month(month, year: base) : self.month(month, year: nil), position + 1)]
        }
        switch vocabulary.units[unit] {
        case "month":
            let parts = today.adding(months: relation).parts
            return [(self.month(parts.month, year: parts.year), position + 1)]
        case "year": return [("\(year + relation)", position + 1)]
        case "day": return relation == 0 ? [] : [(today.adding(days: relation).text, position + 1)]
        default: return []
        }
    }

    private func week(_ relation: Int) -> String {
        let (year, week) = today.adding(days: 7 * relation).week
        return "\(year)-W\(CivilDate.padded(week, 2))"
    }

    /// Reads `weekend`, `winter 2026`, `1985`, `the nineteen eighties`, `first quarter of 2026`, `week 49`.
    private func period(_ start: Int) -> [Reading] {
        var readings: [Reading] = []
        if let end = skip(vocabulary.weekends, start) {
            readings.append((week(0) + "-WE", end))
            if let after = afterNext(end) { readings.append((week(2) + "-WE", after)) }
        }
        if let end = skip(vocabulary.weeks, start), let after = afterNext(end) { readings.append((week(2), after)) }
        if let (season, end) = entry(vocabulary.seasons, start) {
            readings.append(("\(today.parts.year)-\(season)", end))
            if let (year, after) = namedYear(afterLinks(end)) { readings.append(("\(year)-\(season)", after)) }
        }
        if let (year, end) = year(start) { readings.append(("\(year)", end)) }
        if let (tens, end) = entry(vocabulary.tensOfYears, start) {
            readings.append(("\((tens <= 20 ? 2000 : 1900) / 10 + tens / 10)X", end))
        }
        if let (century, next) = integer(start, 10...29), let (tens, end) = entry(vocabulary.tensOfYears, next) {
            readings.append(("\(century * 10 + tens / 10)X", end))
        }
        if let (quarter, next) = integer(start, 1...4), isOrdinal(before: next), let unit = word(next),
            vocabulary.quarters.contains(unit)
        {
            readings.append(("\(today.parts.year)-Q\(quarter)", next + 1))
            if let (year, end) = namedYear(afterLinks(next + 1)) { readings.append(("\(year)-Q\(quarter)", end)) }
        }
        if let unit = word(start), vocabulary.weeks.contains(unit), let (week, end) = integer(start + 1, 1...53) {
            readings.append(("\(today.week.year)-W\(CivilDate.padded(week, 2))", end))
        }
        return readings
    }
}
