/// Dates that are longer than a day: weeks, months, years.
extension TimeReader {
    /// Reads `this week`, `next weekend`, `last month`, `this winter`, `next decade`, `this quarter`.
    func relative(_ start: Int) -> [Reading] {
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
        if vocabulary.weeks.contains(unit) {
            return [(week(relation), position + 1)] + day(ofWeek: relation, position + 1)
        }
        if vocabulary.decades.contains(unit) { return [("\(year / 10 + relation)X", position + 1)] }
        if vocabulary.quarters.contains(unit) {
            let index = year * 4 + (month - 1) / 3 + relation
            return [("\(index / 4)-Q\(index % 4 + 1)", position + 1)]
        }
        if let season = vocabulary.seasons[unit] {
            return [("\(self.year(of: season, relation))-\(season)", position + 1)]
        }
        if let month = vocabulary.months[unit] {
            let thisMonth = today.parts.month
            // Said in november, "next november" is that of next year.
            let base: Int? = relation < 0 ? (month >= thisMonth ? year - 1 : year) : nil
            let isNextYear = relation > 0 && month == thisMonth
            return [(self.month(month, year: isNextYear ? year + 1 : base), position + 1)]
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

    /// Returns the year of a season that has a relation to the present: for winter, whose year is that of its end,
    /// `this` is the winter that is not over, and `next` the one that has not begun.
    private func year(of season: String, _ relation: Int) -> Int {
        let (year, month, _) = today.parts
        guard season == "WI" else { return year + relation }
        let coming = month > 2 ? year + 1 : year
        let hasBegun = month < 3 || month == 12
        return relation > 0 && !hasBegun ? coming : coming + relation
    }

    /// Reads the day of the week behind a week: `next week on friday`, `nächste woche freitag`.
    private func day(ofWeek relation: Int, _ position: Int) -> [Reading] {
        guard let (weekday, end) = entry(vocabulary.weekdays, afterLinks(position)) else { return [] }
        return [(today.adding(days: 7 * relation + weekday - today.weekday).text, end)]
    }

    private func week(_ relation: Int) -> String {
        let (year, week) = today.adding(days: 7 * relation).week
        return "\(year)-W\(CivilDate.padded(week, 2))"
    }

    /// Reads `weekend`, `winter 2026`, `1985`, `the nineteen eighties`, `first quarter of 2026`, `week 49`.
    func period(_ start: Int) -> [Reading] {
        var readings: [Reading] = []
        if let end = skip(vocabulary.weekends, start) {
            readings.append((week(0) + "-WE", end))
            if let after = afterNext(end) { readings.append((week(2) + "-WE", after)) }
        }
        if let end = skip(vocabulary.weeks, start), let after = afterNext(end) { readings.append((week(2), after)) }
        if let (season, end) = entry(vocabulary.seasons, start) {
            let isOver = Self.lastMonths[season].map { $0 < today.parts.month } ?? false
            readings.append(("\(today.parts.year + (isOver ? 1 : 0))-\(season)", end))
            if let (year, after) = namedYear(afterLinks(end)) { readings.append(("\(year)-\(season)", after)) }
        }
        if let (year, end) = year(start) { readings.append(("\(year)", end)) }
        if let (tens, end) = entry(vocabulary.tensOfYears, start) {
            readings.append((Self.decade(ofTens: tens), end))
        }
        readings += decadeInDigits(start)
        if let (century, next) = integer(start, 10...29), let (tens, end) = entry(vocabulary.tensOfYears, next) {
            readings.append(("\(century * 10 + tens / 10)X", end))
        }
        if let (quarter, next) = integer(start, 1...4), isOrdinal(before: next), let unit = word(next),
            vocabulary.quarters.contains(unit)
        {
            let isOver = quarter < (today.parts.month + 2) / 3
            readings.append(("\(today.parts.year + (isOver ? 1 : 0))-Q\(quarter)", next + 1))
            if let (year, end) = namedYear(afterLinks(next + 1)) { readings.append(("\(year)-Q\(quarter)", end)) }
        }
        if let unit = word(start), vocabulary.weeks.contains(unit), let (week, end) = integer(start + 1, 1...53) {
            readings.append(("\(year(ofWeek: week))-W\(CivilDate.padded(week, 2))", end))
        }
        return readings
    }

    /// Returns the decade of tens of years without a century: `eighties`.
    private static func decade(ofTens tens: Int) -> String { "\((tens <= 20 ? 2000 : 1900) / 10 + tens / 10)X" }

    /// Reads a decade in digits that ends as the names of decades do: `1980s` and `80s`, as `eighties`, or `80er`, as
    /// `achtziger`.
    private func decadeInDigits(_ start: Int) -> [Reading] {
        guard let word = word(start), let byte = word.utf8.first, 0x30...0x39 ~= byte else { return [] }
        let digits = word.prefix { $0.isASCII && $0.isNumber }
        let ending = word.dropFirst(digits.count)
        guard !ending.isEmpty, digits.last == "0", let number = Self.digits(digits) else { return [] }
        // "In 30s" is in half a minute.
        let isAfterIn = start > 0 && vocabulary.inAdvance.contains(words[start - 1])
        guard !isAfterIn || ending != "s" || digits.utf8.count > 2 else { return [] }
        let decade: String
        switch digits.utf8.count {
        case 2 where number >= 20: decade = Self.decade(ofTens: number)
        case 4 where 1000..<3000 ~= number: decade = "\(number / 10)X"
        default: return []
        }
        // A name may have further words, such as a word for years.
        let counts = vocabulary.tensOfYears.keys.compactMap { name -> Int? in
            let parts = name.split(separator: " ").map(String.init)
            guard let first = parts.first, first.hasSuffix(ending),
                words[(start + 1)...].starts(with: parts.dropFirst())
            else { return nil }
            return parts.count
        }
        return Set(counts).sorted().map { count -> Reading in (decade, start + count) }
    }

    /// The last month of each season, of which winter begins in the year before.
    private static let lastMonths = ["WI": 2, "SP": 5, "SU": 8, "FA": 11]

    /// Returns the year of the next week with a number, which is not over.
    private func year(ofWeek week: Int) -> Int {
        let (thisYear, thisWeek) = today.week
        let first = week < thisWeek ? thisYear + 1 : thisYear
        // Few years have a week 53: December 28 is in the last week of each.
        return (first...first + 7).first { CivilDate(year: $0, month: 12, day: 28)?.week.week ?? 0 >= week } ?? first
    }
}
