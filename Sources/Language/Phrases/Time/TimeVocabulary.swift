/// The words of dates, times of day and durations of a language. All words are in the form of ``Token/key``.
///
/// Keys of several words have single spaces. The vocabulary suits languages with the word order of English,
/// and may be read from a file.
public struct TimeVocabulary: Sendable, Equatable, Codable {
    /// The days of the week: 1 for Monday … 7 for Sunday.
    public var weekdays: [String: Int]
    /// The months: 1 for January … 12 for December.
    public var months: [String: Int]
    /// Days relative to today: `tomorrow` is 1, `day after tomorrow` is 2.
    public var days: [String: Int]
    /// Words for the present moment: `now`.
    public var present: Set<String>
    /// Relations to the present: 0 for `this`, 1 for `next`, -1 for `last`.
    public var relations: [String: Int]
    /// Relations that are said behind the day or the period: 1 for `que viene`, as in `el martes que viene`. Absent
    /// means none.
    public var relationsAfter: [String: Int]?
    /// The words for a week: `week`.
    public var weeks: Set<String>
    /// The words for a weekend: `weekend`.
    public var weekends: Set<String>
    /// The words for a decade: `decade`.
    public var decades: Set<String>
    /// The words for a quarter of a year: `quarter`.
    public var quarters: Set<String>
    /// The seasons in Alexa's notation: `WI`, `SP`, `SU`, `FA`.
    public var seasons: [String: String]
    /// The names of decades: `eighties` is 80.
    public var tensOfYears: [String: Int]
    /// The units `second`, `minute`, `hour`, `day`, `week`, `fortnight`, `month` and `year`, by the words for them, and
    /// `quarterHour` for words of a quarter of an hour: `kwartier`.
    public var units: [String: String]
    /// The parts of the day in Alexa's notation: `MO`, `AF`, `EV`, `NI`.
    public var dayParts: [String: String]
    /// Named times, in minutes after midnight: `noon` is 720.
    public var namedTimes: [String: Int]
    /// Words for the half of the day before noon: `am`.
    public var beforeNoon: Set<String>
    /// Words for the half of the day after noon: `pm`.
    public var afterNoon: Set<String>
    /// Words after a full hour: `oclock`.
    public var oclock: Set<String>
    /// Words between an hour and its minutes: `uhr`, as in `sieben uhr dreißig`. Absent means none.
    public var hourWords: Set<String>?
    /// Words directly before an hour that stand for minutes before it: `halb` is 30, as in `halb acht`. Absent means
    /// none.
    public var beforeHour: [String: Int]?
    /// Words behind an hour that stand for minutes after it, or before it: `et demie` is 30, `moins le quart` is -15.
    /// Absent means none.
    public var afterHour: [String: Int]?
    /// Words for minutes after an hour: `past`, as in `ten past five`.
    public var past: Set<String>
    /// Words for minutes before an hour: `to`, as in `ten to five`.
    public var until: Set<String>
    /// Fractions of an hour, in minutes: `half` is 30.
    public var partsOfHour: [String: Int]
    /// Fractions of a unit: `half` is 0.5.
    public var partsOfUnit: [String: Double]
    /// Words that may stand between the parts of a date or time: `the`, `of`.
    public var links: Set<String>
    /// Words for one: `a`, `an`.
    public var articles: Set<String>
    /// Words that join units: `and`.
    public var conjunctions: Set<String>
    /// Words after a duration that begins now: `from now`.
    public var fromNow: Set<String>
    /// Words between a duration and the day with which it begins: `from`, as in `two days from tomorrow`.
    public var startingFrom: Set<String>
    /// Words after a duration before today: `ago`.
    public var ago: Set<String>
    /// Words before a duration that ends today: `il y a`, `vor`. Absent means none.
    public var agoFirst: Set<String>?
    /// Words before a duration that begins now: `in`.
    public var inAdvance: Set<String>
    /// Whether dates in digits have the day first: `4/7/2026` and `4.7.2026` are July 4. Absent means no.
    public var dayFirst: Bool?
}

extension TimeVocabulary {
    /// The names of units in files.
    private static let unitNames: Set<String> = [
        "second", "minute", "quarterHour", "hour", "day", "week", "fortnight", "month", "year",
    ]

    /// The first entry that would be lost, since its value is none; nil when all are usable. Translated values are
    /// lost:
    /// `minuten` as the unit of `minuten`.
    var problem: String? {
        let named: [(name: String, table: [String: String], values: Set<String>)] = [
            ("units", units, Self.unitNames), ("dayParts", dayParts, ["MO", "AF", "EV", "NI"]),
            ("seasons", seasons, ["WI", "SP", "SU", "FA"]),
        ]
        for (name, table, values) in named {
            let wrong = table.filter { !values.contains($0.value) }.min { $0.key < $1.key }
            guard let wrong else { continue }
            let all = values.sorted().joined(separator: ", ")
            return "\(name): \(wrong.key) is \(wrong.value), but must be one of \(all)"
        }
        let counted: [(name: String, table: [String: Int], most: Int)] = [
            ("weekdays", weekdays, 7), ("months", months, 12),
        ]
        for (name, table, most) in counted {
            let wrong = table.filter { !(1...most ~= $0.value) }.min { $0.key < $1.key }
            if let wrong { return "\(name): \(wrong.key) is \(wrong.value), but must be from 1 to \(most)" }
        }
        return nil
    }

    /// Returns the unit and the part of it that one word stands for: a quarter of an hour for `viertelstunde`.
    package func partAndUnit(of word: String) -> (unit: String, part: Double)? {
        for (part, value) in partsOfUnit where word.hasPrefix(part) {
            if let unit = units[String(word.dropFirst(part.count))] { return (unit, value) }
        }
        return nil
    }

    /// Whether words stand between an hour and its minutes.
    var hasHourWords: Bool { hourWords?.isEmpty == false }

    /// All words that can occur in a date, a time or a duration, except numbers.
    package var words: Set<String> {
        var entries: [String] = Array(partsOfUnit.keys)
        for table in [weekdays, months, days, relations, tensOfYears, namedTimes, partsOfHour] { entries += table.keys }
        for table in [relationsAfter, beforeHour, afterHour] { entries += (table ?? [:]).keys }
        for table in [seasons, units, dayParts] { entries += table.keys }
        for set in [present, weeks, weekends, decades, quarters, beforeNoon, afterNoon, oclock, past, until] {
            entries += set
        }
        for set in [links, articles, conjunctions, fromNow, startingFrom, ago, inAdvance] { entries += set }
        for set in [hourWords, agoFirst] { entries += set ?? [] }
        return Set(entries.flatMap { $0.split(separator: " ").map(String.init) })
    }

    /// All words with which a date, a time or a duration may begin, except numbers.
    public var firstWords: Set<String> {
        // "Hour and a half", "heure et demie".
        var entries: [String] = Array(units.keys)
        for table in [weekdays, months, days, relations, tensOfYears, namedTimes, partsOfHour] { entries += table.keys }
        entries += (beforeHour ?? [:]).keys
        entries += agoFirst ?? []
        for table in [seasons, dayParts] { entries += table.keys }
        for set in [present, weeks, weekends, links, articles, inAdvance] { entries += set }
        // "午後7時".
        if hasHourWords { entries += beforeNoon.union(afterNoon) }
        entries += partsOfUnit.keys
        // With these, a date may begin with its period: "semana que viene".
        if let relationsAfter, !relationsAfter.isEmpty {
            for set in [decades, quarters] { entries += set }
        }
        return Set(entries.compactMap { $0.split(separator: " ").first.map(String.init) })
    }
}

/// The fields that every language has, for what is done to all words.
extension TimeVocabulary {
    /// The words with their numbers.
    static var numberTables: [WritableKeyPath<TimeVocabulary, [String: Int]>] {
        [\.weekdays, \.months, \.days, \.relations, \.tensOfYears, \.namedTimes, \.partsOfHour]
    }

    /// The words of one meaning each.
    static var wordSets: [WritableKeyPath<TimeVocabulary, Set<String>>] {
        [
            \.present, \.weeks, \.weekends, \.decades, \.quarters, \.beforeNoon, \.afterNoon, \.oclock, \.past, \.until,
            \.links, \.articles, \.conjunctions, \.fromNow, \.startingFrom, \.ago, \.inAdvance,
        ]
    }
}
