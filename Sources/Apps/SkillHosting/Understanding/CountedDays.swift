import SaybusPhrases

/// A detector of words for a day that together are no date, though parts of them are: "the second monday in december",
/// which means neither the second nor the next monday, and "monday december second" where that day is no monday.
struct CountedDays: Sendable {
    private let parser: NumberParser
    private let months: Set<String>
    private let weekdays: Set<String>
    /// The words that are counted besides days of the week: `week`, `day`.
    private let periods: Set<String>
    private let monthUnits: Set<String>
    private let relations: Set<String>
    /// Relations to the past: the `last` of "the last monday of may".
    private let pastRelations: Set<String>
    /// Words that may stand between a day and its month: `of`, `the`.
    private let links: Set<String>

    init(_ language: Language = .inUse) {
        let times = language.times
        parser = NumberParser(language.numbers)
        (months, weekdays) = (Set(times.months.keys), Set(times.weekdays.keys))
        let days = times.units.filter { ["day", "week"].contains($0.value) }
        periods = times.weeks.union(times.weekends).union(days.keys)
        monthUnits = Set(times.units.filter { $0.value == "month" }.keys)
        (links, relations) = (times.links, Set(times.relations.keys))
        pastRelations = Set(times.relations.filter { $0.value < 0 }.keys)
    }

    /// Returns the positions of the words for such days, each with its month.
    ///
    /// A range that a date has all words of is a valid day: "monday november thirtieth".
    func ranges(in tokens: [Token]) -> [Range<Int>] {
        let keys = WordKeys(tokens)
        return tokens.indices.compactMap { position in
            let isWeekday = weekdays.contains(tokens[position].key)
            guard isWeekday || periods.contains(tokens[position].key) else { return nil }
            if let start = ordinal(before: position, tokens, keys) {
                return start..<(endOfMonth(after: position, keys) ?? position + 1)
            }
            // "Last monday" alone is a day.
            if keys[position - 1].map(pastRelations.contains) == true, isLink(keys[position + 1]),
                let end = endOfMonth(after: position, keys)
            {
                return position - 1..<end
            }
            guard isWeekday, let end = endOfDate(after: position, tokens, keys) else { return nil }
            return position..<end
        }
    }

    /// Returns the start of the ordinal by which a day is counted. "July fourth weekend" has none.
    private func ordinal(before position: Int, _ tokens: [Token], _ keys: WordKeys) -> Int? {
        guard let last = keys[position - 1], parser.isOrdinal(last) else { return nil }
        let start = (max(0, position - 3)..<position).first { parser.parseAll(tokens[$0..<position]) != nil }
        guard let start else { return nil }
        var before = start - 1
        while isLink(keys[before]) { before -= 1 }
        return keys[before].map(months.contains) == true ? nil : start
    }

    /// Returns the end of the month to which a day belongs: "of may", "of the month", "in the next month".
    private func endOfMonth(after position: Int, _ keys: WordKeys) -> Int? {
        let start = afterLinks(position + 1, keys)
        guard let word = keys[start] else { return nil }
        if months.contains(word) || monthUnits.contains(word) { return start + 1 }
        return relations.contains(word) && keys[start + 1].map(monthUnits.contains) == true ? start + 2 : nil
    }

    /// Returns the end of a month and its day behind a day of the week. The day is an ordinal, or a small number
    /// directly behind the month.
    private func endOfDate(after position: Int, _ tokens: [Token], _ keys: WordKeys) -> Int? {
        let month = afterLinks(position + 1, keys)
        guard keys[month].map(months.contains) == true else { return nil }
        let day = afterLinks(month + 1, keys)
        guard day < tokens.count, let (value, count) = parser.parse(tokens[day...]) else { return nil }
        let isDay = parser.isOrdinal(tokens[day + count - 1].key) || day == month + 1 && 1...31 ~= value
        return isDay ? day + count : nil
    }

    private func afterLinks(_ start: Int, _ keys: WordKeys) -> Int {
        var position = start
        while isLink(keys[position]) { position += 1 }
        return position
    }

    private func isLink(_ key: String?) -> Bool { key.map(links.contains) ?? false }
}
