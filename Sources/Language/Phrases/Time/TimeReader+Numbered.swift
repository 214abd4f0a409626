/// Dates with a word behind each number, from the year to the day, as in Japanese, Chinese and Korean.
extension TimeReader {
    /// Reads `2026年12月24日`, `12월 24일`, `2027年2月`.
    func numbered(_ start: Int) -> [Reading] {
        // All letters of these scripts have three bytes or more, and most texts have none of them.
        guard words.contains(where: { ($0.utf8.first ?? 0) >= 0xE0 }) else { return [] }
        var (year, position): (Int?, Int) = (nil, start)
        if let (value, end) = self.year(start), isUnit("year", end) { (year, position) = (value, end + 1) }
        guard let (month, end) = numberedMonth(position) else { return [] }
        var readings = [(value: self.month(month, year: year), end: end)]
        guard let (day, after) = integer(end, 1...31) else { return readings }
        let last = isUnit("day", after) ? after + 1 : after
        guard last > after || isOrdinal(before: after), let text = date(year, month, day) else { return readings }
        readings.append((text, last))
        return readings
    }

    /// Reads a month whose name is a number and a word: `12月`.
    private func numberedMonth(_ position: Int) -> (value: Int, end: Int)? {
        guard let number = word(position), let name = word(position + 1), isSpaceless(name),
            let month = vocabulary.months[number + name]
        else { return nil }
        return (month, position + 2)
    }

    private func isUnit(_ unit: String, _ position: Int) -> Bool {
        guard let word = word(position), isSpaceless(word) else { return false }
        return vocabulary.units[word] == unit
    }

    private func isSpaceless(_ word: String) -> Bool { word.first.map(Orthography.isSpaceless) == true }
}
