/// Durations and their amounts.
extension TimeReader {
    /// Reads the durations that begin at a position, in ISO 8601 notation: `PT1H30M`.
    func durations(_ position: Int) -> [Reading] {
        guard var (amounts, end) = amounts(position) else { return [] }
        var readings: [Reading] = []
        while true {
            if let text = Self.duration(amounts) { readings.append((text, end)) }
            let next = skip(vocabulary.conjunctions, end) ?? end
            guard amounts.count < 7,
                let (more, after) = self.amounts(next) ?? unnamedAmount(next, after: amounts.last)
            else { break }
            amounts += more
            end = after
        }
        return readings
    }

    /// Reads an amount of a unit: `five minutes`, `half an hour`, `two and a half days`, `an hour and a
    /// half`, `hora y media`.
    func amounts(_ start: Int) -> (amounts: [(unit: String, amount: Double)], end: Int)? {
        guard let (amounts, end) = amountsOfUnits(start) else { return nil }
        let known = amounts.map { amount in
            amount.unit == "quarterHour" ? (unit: "minute", amount: amount.amount * 15) : amount
        }
        return (known, end)
    }

    private func amountsOfUnits(_ start: Int) -> (amounts: [(unit: String, amount: Double)], end: Int)? {
        if let joined = joinedAmounts(start) { return joined }
        let next = skip(vocabulary.articles, start) ?? start
        if let (unit, part) = partAndUnit(next) {
            // "Eine Stunde und eine Viertelstunde" is of two units.
            if unit == "hour" { return ([("minute", part * 60)], next + 1) }
            return ([(unit, part)], next + 1)
        }
        // Fractions first: the "half" of "half an hour" does not stand alone.
        if let (part, end) = entry(vocabulary.partsOfUnit, skip(vocabulary.articles, start) ?? start) {
            let next = afterPart(end)
            if let unit = self.unit(next) { return ([(unit, part)], next + 1) }
        }
        if let (part, end) = numberedPart(start), let unit = self.unit(end) { return ([(unit, part)], end + 1) }
        let count: (value: Double, end: Int)? =
            if let end = skip(vocabulary.articles, start), self.unit(end) != nil { (1, end) } else {
                numberOfUnits(start)
            }
        // "Hora y media" has no word for one.
        let isBare = count == nil && self.unit(start) != nil && skip(vocabulary.conjunctions, start + 1) != nil
        let bare: (value: Double, end: Int)? = isBare ? (1, start) : nil
        guard let (value, end) = count ?? bare, let unit = self.unit(end) else { return nil }
        if let and = skip(vocabulary.conjunctions, end + 1) {
            // Some languages have no article there: "une heure et demie". "And half a minute" is another amount.
            let article = skip(vocabulary.articles, and)
            if let (part, after) = entry(vocabulary.partsOfUnit, article ?? and),
                self.unit(article == nil ? afterPart(after) : after) == nil
            {
                return ([(unit, value + part)], after)
            }
        }
        return isBare ? nil : ([(unit, value)], end + 1)
    }

    /// Reads a part of one that is a number, and the words between it and its unit: `two thirds of an hour`, `a third
    /// of a day`, `one quarter of an hour`. Directly before the unit it may be an ordinal: `a third hour`.
    private func numberedPart(_ start: Int) -> (value: Double, end: Int)? {
        let end = start + 2
        guard let name = word(start + 1), numbers.fractions[name] != nil else { return nil }
        let next = afterPart(end)
        guard next > end, unit(next) != nil else { return nil }
        let reader = NumberReader(words: Array(words[start..<end]), vocabulary: numbers)
        guard let (value, count) = reader.longest(), count == 2, value < 1 else { return nil }
        return (value, next)
    }

    /// Reads the longest number that a unit follows: the 30 of `thirty second`, which may also be an ordinal, and the
    /// 2 of `a couple of hours`.
    private func numberOfUnits(_ start: Int) -> (value: Double, end: Int)? {
        for (value, end) in cardinals(start, 0...1e9) {
            let next = word(end - 1).flatMap { numbers.collectives?[$0] } == nil ? end : afterLinks(end)
            if unit(next) != nil { return (value, next) }
        }
        return nil
    }

    /// Reads a number of the next smaller unit, which is not said: the thirty minutes of `an hour thirty`.
    func unnamedAmount(
        _ start: Int, after last: (unit: String, amount: Double)?
    ) -> (amounts: [(unit: String, amount: Double)], end: Int)? {
        guard let last, Int(exactly: last.amount) != nil, let unit = ["hour": "minute", "minute": "second"][last.unit],
            let (value, end) = integer(start, 10...59), !isOrdinal(before: end), self.unit(end) == nil
        else { return nil }
        return ([(unit, Double(value))], end)
    }

    /// The symbols of units behind digits, in all languages.
    private static let symbols = ["s": "second", "m": "minute", "min": "minute", "h": "hour", "d": "day"]

    /// Reads `1h`, `30min`, `90s`, `1h30min` and `1h30`: numbers and units in one word.
    private func joinedAmounts(_ start: Int) -> (amounts: [(unit: String, amount: Double)], end: Int)? {
        guard let word = word(start), let first = word.utf8.first, 0x30...0x39 ~= first else { return nil }
        var amounts: [(unit: String, amount: Double)] = []
        var rest = word[...]
        while !rest.isEmpty {
            let digits = rest.prefix { $0.isASCII && ($0.isNumber || $0 == ".") }
            let name = rest.dropFirst(digits.count).prefix { !($0.isASCII && $0.isNumber) }
            rest = rest.dropFirst(digits.count + name.count)
            guard let value = WrittenNumber.value(of: String(digits)) else { return nil }
            // The minutes of "1h30" have no unit.
            let isMinutes = name.isEmpty && digits.count == 2 && value < 60 && amounts.last?.unit == "hour"
            let named = vocabulary.units[String(name)] ?? Self.symbols[String(name)]
            guard let unit = isMinutes ? "minute" : named else { return nil }
            amounts.append((unit: unit, amount: value))
        }
        return (amounts, start + 1)
    }

    /// Returns the position after the words between a fraction and its unit: `half an hour`, `a quarter of an hour`.
    private func afterPart(_ position: Int) -> Int {
        let next = afterLinks(position)
        return skip(vocabulary.articles, next) ?? next
    }

    /// Reads a part of a unit in one word, in a language that joins words: `viertelstunde`.
    private func partAndUnit(_ position: Int) -> (unit: String, part: Double)? {
        numbers.joinsWords == true ? word(position).flatMap(vocabulary.partAndUnit(of:)) : nil
    }

    private func unit(_ position: Int) -> String? { word(position).flatMap { vocabulary.units[$0] } }

    /// Returns amounts in ISO 8601 notation; nil when a unit occurs twice.
    private static func duration(_ amounts: [(unit: String, amount: Double)]) -> String? {
        guard Set(amounts.map(\.unit)).count == amounts.count else { return nil }
        let seconds = [
            "second": 1.0, "minute": 60, "hour": 3600, "day": 86_400, "week": 604_800, "fortnight": 1_209_600,
        ]
        var calendar: [String: Int] = [:]
        var rest = 0.0
        for (unit, amount) in amounts {
            if let whole = Int(exactly: amount) {
                calendar[unit == "fortnight" ? "week" : unit, default: 0] += unit == "fortnight" ? whole * 2 : whole
            } else if unit == "year", let months = Int(exactly: amount * 12) {
                // Half a year is no year and six months.
                if months >= 12 { calendar["year", default: 0] += months / 12 }
                calendar["month", default: 0] += months % 12
            } else if let length = seconds[unit] {
                rest += amount * length
            } else {
                return nil
            }
        }
        // Fractions of a unit are converted to smaller units. Rounding comes first, since 4.1 hours are 14
        // 759.999… seconds.
        rest = rest.rounded()
        for (unit, length) in [("day", 86_400.0), ("hour", 3600), ("minute", 60)] where rest >= length {
            calendar[unit, default: 0] += Int(rest / length)
            rest = rest.truncatingRemainder(dividingBy: length)
        }
        if rest > 0 { calendar["second", default: 0] += Int(rest) }
        func part(_ unit: String, _ letter: String) -> String { calendar[unit].map { "\($0)\(letter)" } ?? "" }
        let date = part("year", "Y") + part("month", "M") + part("week", "W") + part("day", "D")
        let time = part("hour", "H") + part("minute", "M") + part("second", "S")
        return date.isEmpty && time.isEmpty ? nil : "P" + date + (time.isEmpty ? "" : "T" + time)
    }
}
