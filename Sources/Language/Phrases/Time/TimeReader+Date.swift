extension TimeReader {
    /// Reads the dates that begin at a position, in Alexa's notation. An ambiguous date is today or later.
    func dates(_ position: Int) -> [Reading] {
        var readings: [Reading] = []
        if let end = skip(vocabulary.present, position) { readings.append(("PRESENT_REF", end)) }
        if let (days, end) = entry(vocabulary.days, position) { readings.append((today.adding(days: days).text, end)) }
        readings += weekday(position) + relative(position) + distance(position) + written(position)
        let start = afterLinks(position)
        if start > position { readings += weekday(start) + relative(start) }
        readings += distanceFromDay(start)
        readings += calendarDays(start) + period(start)
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
        // "Tuesday, november 24": that date, if it is such a day.
        readings += calendarDays(afterLinks(plain)).filter { CivilDate(text: $0.value)?.weekday == weekday }
        readings += days(on: weekday, afterLinks(plain))
        // "Friday next week", "friday of next week".
        if let (relation, place) = entry(vocabulary.relations, afterLinks(plain)), let unit = word(place),
            vocabulary.weeks.contains(unit)
        {
            readings.append((today.adding(days: 7 * relation + weekday - today.weekday).text, place + 1))
        }
        return readings
    }

    /// Reads the day of a month behind a day of the week: the next day that is both of `friday the 13th`. In languages
    /// with the day first, it may be a cardinal, as in `vendredi 13`, if the day is near.
    private func days(on weekday: Int, _ start: Int) -> [Reading] {
        guard let (day, after) = days(start).first, entry(vocabulary.months, afterLinks(after)) == nil
        else { return [] }
        let isOrdinal = isOrdinal(before: after) || isPointed(start, after)
        // "Freitag 13 Uhr" is an hour of a day.
        let isHour = (skip(vocabulary.oclock, after) ?? skip(vocabulary.hourWords ?? [], after)) != nil
        guard isOrdinal || vocabulary.dayFirst == true && !isHour else { return [] }
        let months = isOrdinal ? Self.monthsWithAllDays : 1
        let next = (0...months).lazy.map { today.adding(months: $0).parts }
            .compactMap { CivilDate(year: $0.year, month: $0.month, day: day) }
            .first { $0 >= today && $0.weekday == weekday }
        return next.map { [($0.text, after)] } ?? []
    }

    /// The months within which each day of the month, but for the last ones, is once each day of the week.
    private static let monthsWithAllDays = 14

    /// Returns the position after `after next`, behind a day or a week. `After next week` is something else.
    func afterNext(_ position: Int) -> Int? {
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
    func dayWithRelationAfter(_ start: Int) -> (date: CivilDate, end: Int)? {
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

    /// Reads `in three days`, `in two weeks and three days`, `two weeks from now`, `a month ago`, `il y a un mois`, `a
    /// week from tomorrow`, `three weeks from friday`.
    private func distance(_ start: Int) -> [Reading] {
        let isAdvance = skip(vocabulary.inAdvance, start)
        let isAgo = skip(vocabulary.agoFirst ?? [], start)
        guard var (amounts, end) = amounts(isAdvance ?? isAgo ?? start) else { return [] }
        var readings: [Reading] = []
        while true {
            if isAgo != nil, let text = date(today, amounts, -1) { readings.append((text, end)) }
            if isAdvance != nil, let text = date(today, amounts, 1) { readings.append((text, end)) }
            if let after = skip(vocabulary.fromNow, end), let text = date(today, amounts, 1) {
                readings.append((text, after))
            }
            if let after = skip(vocabulary.ago, end), let text = date(today, amounts, -1) {
                readings.append((text, after))
            }
            if let word = word(end), vocabulary.startingFrom.contains(word), let (base, after) = namedDay(end + 1),
                let text = date(base, amounts, 1)
            {
                readings.append((text, after))
            }
            guard let and = skip(vocabulary.conjunctions, end), let (more, after) = self.amounts(and) else {
                return readings
            }
            (amounts, end) = (amounts + more, after)
        }
    }

    /// Reads `heute in einer woche`, `morgen in acht tagen`.
    private func distanceFromDay(_ start: Int) -> [Reading] {
        guard let (base, next) = namedDay(start), let place = skip(vocabulary.inAdvance, next),
            let (amounts, end) = amounts(place), amounts.allSatisfy({ ["day", "week"].contains($0.unit) }),
            let text = date(base, amounts, 1)
        else { return [] }
        return [(text, end)]
    }

    /// Returns the day that is some time after a day, or before it; nil for a time that is no number of days.
    private func date(_ base: CivilDate, _ amounts: [(unit: String, amount: Double)], _ sign: Int) -> String? {
        var date = base
        for (unit, amount) in amounts {
            // "In half a year" is in six months.
            let isYear = unit == "year"
            guard let count = Int(exactly: isYear ? amount * 12 : amount), count < 1_200_000 else { return nil }
            switch unit {
            case "day": date = date.adding(days: sign * count)
            case "week": date = date.adding(days: sign * count * 7)
            case "fortnight": date = date.adding(days: sign * count * 14)
            case "month", "year":
                let months = sign * count
                // Dates outside the years 1 to 9999 are not represented.
                guard 12..<120_000 ~= date.parts.year * 12 + date.parts.month - 1 + months else { return nil }
                date = date.adding(months: months)
            default: return nil
            }
        }
        return 1...9999 ~= date.parts.year ? date.text : nil
    }

    /// Reads a day of a month, or a month.
    private func calendarDays(_ start: Int) -> [Reading] {
        let written = dotted(start) + slashed(start) + numbered(start)
        return monthFirst(start) + dayFirst(start) + written
    }

    /// Reads `july fourth`, `july 4 2026`, `july twenty twenty six`, `july`.
    private func monthFirst(_ start: Int) -> [Reading] {
        guard let (month, end) = entry(vocabulary.months, start) else { return [] }
        var readings = [(value: self.month(month, year: nil), end: end)]
        if let (year, after) = namedYear(afterLinks(end)) { readings.append((self.month(month, year: year), after)) }
        let place = afterLinks(end)
        for (day, after) in days(place) {
            // In "february 29 2027" the month alone is not meant either.
            guard let dates = dates(month, day, after) else { return [] }
            readings += dates
        }
        return readings
    }

    /// Reads `fourth of july`, `4 july 2026`, `the 21st`, `am 21.`.
    private func dayFirst(_ start: Int) -> [Reading] {
        var readings: [Reading] = []
        for (day, after) in days(start) {
            if let (month, end) = entry(vocabulary.months, afterLinks(after)) {
                readings += dates(month, day, end) ?? []
            } else if isOrdinal(before: after) || isPointed(start, after) {
                readings += days(day, ofMonthAt: afterLinks(after))
                let next = (0...12).lazy.map { today.adding(months: $0).parts }
                    .compactMap { CivilDate(year: $0.year, month: $0.month, day: day) }.first { $0 >= today }
                if let next { readings.append((next.text, after)) }
            }
        }
        return readings
    }

    /// Reads the month of a day, as in `the first of next month` and `el uno del mes que viene`.
    private func days(_ day: Int, ofMonthAt start: Int) -> [Reading] {
        func isMonth(_ position: Int) -> Bool { word(position).flatMap { vocabulary.units[$0] } == "month" }
        let relation: (value: Int, end: Int)?
        if let (value, place) = entry(vocabulary.relations, start) {
            relation = isMonth(place) ? (value, place + 1) : nil
        } else {
            relation = isMonth(start) ? entry(vocabulary.relationsAfter ?? [:], start + 1) : nil
        }
        guard let (months, end) = relation else { return [] }
        let (year, month, _) = today.adding(months: months).parts
        return CivilDate(year: year, month: month, day: day).map { [($0.text, end)] } ?? []
    }

    /// Returns whether a day in digits behind a link is an ordinal in a language that writes a full stop behind these:
    /// "am 24." is "am vierundzwanzigsten", but "in 24 Stunden" has no day. The full stop is no part of the word.
    private func isPointed(_ start: Int, _ end: Int) -> Bool {
        guard start > 0, end == start + 1, numbers.ordinalSuffixes.contains("."),
            word(end).flatMap({ vocabulary.units[$0] }) == nil
        else { return false }
        return vocabulary.links.contains(words[start - 1]) && Self.digits(words[start][...]) != nil
    }

    /// Reads the day of a month at a position.
    private func days(_ start: Int) -> [(value: Int, end: Int)] {
        guard let longest = integer(start, 1...31) else { return [] }
        return [longest]
    }

    /// Returns the dates of a day with and without the year behind it; nil when that year has no such day.
    func dates(_ month: Int, _ day: Int, _ end: Int) -> [Reading]? {
        let next: [Reading] = date(nil, month, day).map { [($0, end)] } ?? []
        guard let (year, after) = namedYear(afterLinks(end)) else { return next }
        return date(year, month, day).map { next + [($0, after)] }
    }

    /// Returns a date; without a year, the next one that is today or later.
    func date(_ year: Int?, _ month: Int, _ day: Int) -> String? {
        if let year { return CivilDate(year: year, month: month, day: day)?.text }
        // The next February 29 may be up to eight years away.
        return (0...8).lazy.compactMap { CivilDate(year: today.parts.year + $0, month: month, day: day) }
            .first { $0 >= today }?.text
    }

    /// Returns a month; without a year, the next one that is this month or later.
    func month(_ month: Int, year: Int?) -> String {
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
}
