import SaybusPhrases
import Testing

/// Parts of a unit that are numbers, days of a week, and decades in digits.
@Suite struct TimePartTests {
    private let parser = TimeParser()
    private let today = CivilDate(year: 2026, month: 11, day: 21) ?? .today

    @Test(
        "a part of a unit may be a number, unless it stands directly before the unit as an ordinal does",
        arguments: [
            ("two thirds of an hour", "PT40M"), ("a third of an hour", "PT20M"), ("one third of an hour", "PT20M"),
            ("one quarter of an hour", "PT15M"), ("a tenth of a minute", "PT6S"), ("two thirds of a day", "PT16H"),
            ("a day and two thirds of an hour", "P1DT40M"), ("a third hour", nil), ("two third of an hour", nil),
            ("the third of an hour", nil), ("two thirds", nil), ("two thirds of", nil),
        ] as [(String, String?)])
    func durations(text: String, value: String?) {
        #expect(parser.parseAll(.duration, text, today: today) == value)
    }

    @Test("a part of an hour from now is exact to the second", arguments: ["in two thirds of an hour", "in 2/3 hour"])
    func relativeTimes(text: String) {
        #expect(parser.parseAll(.time, text, today: today, now: (23 * 60 + 30) * 60) == "00:10")
    }

    @Test(
        "a decade may be written in digits",
        arguments: [
            ("the 1980s", "198X"), ("1980s", "198X"), ("the 80s", "198X"), ("the '90s", "199X"), ("the 20s", "202X"),
            ("the 1990's", "199X"), ("in the 2010s", "201X"), ("the 1985s", nil), ("the 80th", nil),
            ("the 180s", nil), ("the 10s", nil), ("the 1980x", nil), ("in the 80s", "198X"), ("in 80s", nil),
        ] as [(String, String?)])
    func decades(text: String, value: String?) {
        #expect(parser.parseAll(.date, text, today: today) == value)
    }

    @Test(
        "the day of the week may stand behind its week",
        arguments: [
            ("next week on friday", "2026-11-27"), ("next week monday", "2026-11-23"),
            ("this week on monday", "2026-11-16"), ("last week friday", "2026-11-13"), ("next week", "2026-W48"),
            ("next week on", nil),
        ] as [(String, String?)])
    func daysOfWeeks(text: String, value: String?) {
        #expect(parser.parseAll(.date, text, today: today) == value)
    }

    @Test("decades in digits end as the names of decades do in the language")
    func germanDecades() {
        var times = TimeVocabulary.english
        times.tensOfYears = ["achtziger": 80, "neunziger jahre": 90]
        let german = TimeParser(times)
        for (text, value) in [("1980er", "198X"), ("80er", "198X"), ("90er jahre", "199X"), ("80s", nil)] {
            #expect(german.parseAll(.date, text, today: today) == value, "\(text)")
        }
    }
}
