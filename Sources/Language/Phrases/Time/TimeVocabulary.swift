/// The words in which a language says dates, times of day and lengths of time; all as ``Token/key``.
///
/// Keys of several words have single spaces. A language that says things in the same order is another table, which may be
/// read from a file: it is `Codable`.
public struct TimeVocabulary: Sendable, Equatable, Codable {
    /// 1 for Monday … 7.
    public var weekdays: [String: Int]
    /// 1 for January … 12.
    public var months: [String: Int]
    /// Days from today: `tomorrow` is 1, `day after tomorrow` 2.
    public var days: [String: Int]
    /// The present moment: `now`.
    public var present: Set<String>
    /// 0 for `this`, 1 for `next`, -1 for `last`.
    public var relations: [String: Int]
    /// `week`
    public var weeks: Set<String>
    /// `weekend`
    public var weekends: Set<String>
    /// `decade`
    public var decades: Set<String>
    /// `quarter`, of a year.
    public var quarters: Set<String>
    /// `WI`, `SP`, `SU`, `FA`
    public var seasons: [String: String]
    /// Tens of years: `eighties` is 80.
    public var tensOfYears: [String: Int]
    /// `second`, `minute`, `hour`, `day`, `week`, `month`, `year`, by the words for them.
    public var units: [String: String]
    /// `MO`, `AF`, `EV`, `NI`
    public var dayParts: [String: String]
    /// Times with a name, in minutes after midnight: `noon` is 720.
    public var namedTimes: [String: Int]
    /// Before noon.
    public var beforeNoon: Set<String>
    /// After noon.
    public var afterNoon: Set<String>
    /// `oclock`
    public var oclock: Set<String>
    /// `past`, as in `ten past five`.
    public var past: Set<String>
    /// `to`, as in `ten to five`.
    public var until: Set<String>
    /// Parts of an hour, in minutes: `half` is 30.
    public var partsOfHour: [String: Int]
    /// Parts of one of a unit: `half` is 0.5.
    public var partsOfUnit: [String: Double]
    /// Words that may stand between: `the`, `of`.
    public var links: Set<String>
    /// One: `a`, `an`.
    public var articles: Set<String>
    /// Joins units: `and`.
    public var conjunctions: Set<String>
    /// What makes a length of time one from today on: `from now`.
    public var fromNow: Set<String>
    /// What stands between a length of time and the day it begins with: `from`, as in `two days from tomorrow`.
    public var startingFrom: Set<String>
    /// What makes a length of time one before today: `ago`.
    public var ago: Set<String>
    /// What stands before a length of time from today on: `in`.
    public var inAdvance: Set<String>
}

extension TimeVocabulary {
    /// The words that a date, a time or a length of time may begin with, besides numbers.
    public var firstWords: Set<String> {
        var entries: [String] = []
        for table in [weekdays, months, days, relations, tensOfYears, namedTimes, partsOfHour] { entries += table.keys }
        for table in [seasons, dayParts] { entries += table.keys }
        for set in [present, weeks, weekends, links, articles, inAdvance] { entries += set }
        entries += partsOfUnit.keys
        return Set(entries.compactMap { $0.split(separator: " ").first.map(String.init) })
    }
}
