import SaybusPhrases

/// The values of dates, times and durations in the words of a language.
extension SpokenTime {
    /// Returns a slot's value as it is spoken; the value itself for other types, and when it has no such form.
    /// - Parameters:
    ///   - value: The value in Alexa's notation.
    ///   - type: The slot's type.
    ///   - today: The day whose year need not be said.
    func text(ofSlot value: String, type: String, today: CivilDate = .today) -> String {
        switch type {
        case "AMAZON.DATE": date(value, today) ?? value
        case "AMAZON.TIME": timeOfDay(value) ?? value
        case "AMAZON.DURATION": Self.seconds(of: value).map { exact($0.rounded()) } ?? calendarLength(value) ?? value
        default: value
        }
    }

    private func timeOfDay(_ value: String) -> String? {
        if let part = Self.name(of: value, in: Language.inUse.times.dayParts) { return part }
        guard case .minutes(let minutes) = SlotTimeRange(value, now: .now) else { return nil }
        return time(minutes.lowerBound * 60)
    }

    private func date(_ value: String, _ today: CivilDate) -> String? {
        if value == "PRESENT_REF" { return Self.shortest(Language.inUse.times.present) }
        guard case .days(let days) = SlotTimeRange(value, now: .now) else { return nil }
        let parts = value.split(separator: "-").map(String.init)
        if let season = parts.last.flatMap({ Self.name(of: $0, in: Language.inUse.times.seasons) }) {
            return "\(season) \(parts[0])"
        }
        switch (parts.count, days.count) {
        case (1, 365...366): return value
        case (1, _):
            let years = [days.lowerBound, days.upperBound].map { "\(CivilDate(days: $0).parts.year)" }
            return years.joined(separator: " – ")
        case (2, _) where parts[1].hasPrefix("Q"): return quarter(days.lowerBound)
        case (2, 28...31): return month(days.lowerBound)
        case (_, 1): return day(days.lowerBound, from: today.days)
        default:
            let ends = [days.lowerBound, days.upperBound].map { day($0, from: today.days) }
            return ends.joined(separator: " – ")
        }
    }

    /// Returns a length with months and years, which have no fixed length: `P1Y6M`.
    private func calendarLength(_ value: String) -> String? {
        guard value.hasPrefix("P"), !value.contains("T") else { return nil }
        var rest = value.dropFirst()
        var words: [String] = []
        while !rest.isEmpty {
            let digits = rest.prefix { $0.isASCII && $0.isNumber }
            guard let count = Int(digits), let letter = rest.dropFirst(digits.count).first,
                let unit = ["Y": "year", "M": "month", "W": "week", "D": "day"][String(letter)]
            else { return nil }
            let times = Language.inUse.times
            guard let name = (count == 1 ? times.singulars(of: unit) : times.plurals(of: unit)).first else {
                return nil
            }
            words.append("\(count) \(name)")
            rest = rest.dropFirst(digits.count + 1)
        }
        return words.isEmpty ? nil : words.joined(separator: " ")
    }

    /// Returns the shortest word for a value of a table; nil when there is none.
    private static func name(of value: String, in table: [String: String]) -> String? {
        shortest(table.filter { $0.value == value }.keys)
    }

    private static func shortest(_ words: some Sequence<String>) -> String? {
        words.min { ($0.count, $0) < ($1.count, $1) }
    }
}
