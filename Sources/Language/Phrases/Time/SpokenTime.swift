import Foundation

/// Lengths, times of day and days as they are spoken in a language.
package struct SpokenTime: Sendable {
    private let locale: Locale

    /// Creates a formatter for a language (BCP 47).
    package init(language: String) { locale = Locale(identifier: language) }

    /// Returns the time that is left or has passed, such as "1 hour and 30 minutes": without seconds from one hour on,
    /// and at least a second.
    package func length(_ seconds: Double) -> String {
        exact(seconds >= 3600 ? (seconds / 60).rounded() * 60 : max(1, seconds.rounded()))
    }

    /// Returns a length with all its units from seconds to days.
    package func exact(_ seconds: Double) -> String {
        let units: Set<Duration.UnitsFormatStyle.Unit> = [.days, .hours, .minutes, .seconds]
        return clean(
            Duration.seconds(seconds).formatted(
                Duration.UnitsFormatStyle(allowedUnits: units, width: .wide).locale(locale)))
    }

    /// Returns a time of day, given in seconds after midnight.
    package func time(_ second: Int) -> String { format(Double(second), "jmm") }

    /// Returns a day, counted from 1970-01-01.
    package func day(_ day: Int) -> String { format(Double(day) * 86_400, "EEEEMMMMd") }

    /// Returns a day, counted from 1970-01-01, with its year when another day is in another year.
    package func day(_ day: Int, from other: Int) -> String {
        let isThisYear = CivilDate(days: day).parts.year == CivilDate(days: other).parts.year
        return isThisYear ? self.day(day) : format(Double(day) * 86_400, "EEEEMMMMdy")
    }

    /// Returns a day of the week, 1 for Monday.
    package func weekday(_ weekday: Int) -> String {
        // The first Monday of 1970 is the fifth of January.
        format(Double(3 + weekday) * 86_400, "EEEE")
    }

    /// Returns the month of a day, with its year.
    package func month(_ day: Int) -> String { format(Double(day) * 86_400, "MMMMy") }

    /// Returns the quarter of a day, with its year.
    package func quarter(_ day: Int) -> String { format(Double(day) * 86_400, "QQQQy") }

    private func format(_ unixTime: Double, _ template: String) -> String {
        let formatter = DateFormatter()
        formatter.locale = locale
        formatter.timeZone = TimeZone(secondsFromGMT: 0)
        formatter.setLocalizedDateFormatFromTemplate(template)
        return clean(formatter.string(from: Date(timeIntervalSince1970: unixTime)))
    }

    /// Replaces the narrow spaces of some languages, which not all voices know.
    private func clean(_ text: String) -> String {
        text.replacing("\u{202F}", with: " ").replacing("\u{A0}", with: " ")
    }

    /// The most seconds of a length: three centuries. Texts from the bus may name any number.
    private static let maximumSeconds = 1e10

    /// Returns the seconds of a length: ISO 8601 such as `PT1H30M`, or numbers with units such as `1h 30min`. Months
    /// and years have no fixed length.
    package static func seconds(of text: String) -> Double? {
        var rest = text.filter { !$0.isWhitespace }[...]
        let isISO = rest.first == "P"
        if isISO { rest.removeFirst() }
        let units: [(String, Double)] =
            isISO
            ? [("W", 604_800), ("D", 86_400), ("H", 3600), ("M", 60), ("S", 1)]
            : [("ms", 0.001), ("min", 60), ("s", 1), ("h", 3600), ("d", 86_400), ("m", 60)]
        var isTime = false
        var total = 0.0
        var count = 0
        while !rest.isEmpty {
            if isISO, !isTime, rest.first == "T" {
                isTime = true
                rest.removeFirst()
                continue
            }
            let digits = rest.prefix { $0.isASCII && ($0.isNumber || $0 == ".") }
            rest = rest.dropFirst(digits.count)
            guard let number = Double(digits), let (unit, factor) = units.first(where: { rest.hasPrefix($0.0) }),
                !isISO || isTime == ["H", "M", "S"].contains(unit)
            else { return nil }
            rest = rest.dropFirst(unit.count)
            total += number * factor
            count += 1
        }
        return count > 0 && total <= maximumSeconds ? total : nil
    }
}
