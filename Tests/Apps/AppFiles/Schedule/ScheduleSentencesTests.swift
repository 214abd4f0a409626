import SaybusMessages
import SaybusPhrases
import Testing

@testable import SaybusAppFiles

@Suite("Sentences about timers")
struct ScheduleSentencesTests {
    private static let german: ScheduleVocabulary = {
        var words = ScheduleVocabulary.english
        words.kinds = ["timer": "Timer", "alarm": "Wecker", "reminder": "Erinnerung"]
        words.units = ["day": "Tage", "hour": "Stunden", "minute": "Minuten", "second": "Sekunden"]
        (words.withName, words.withTime) = ("{kind} {name}", "{kind} um {time}")
        words.withLength = "{kind} für {length}"
        (words.remaining, words.none, words.and) = ("{label}: noch {left}.", "Kein {label} gestellt.", "und")
        (words.cancelled, words.entry, words.late) = ("Gelöscht: {list}.", "{label}", "{label} war vor {ago}.")
        return words
    }()

    private func item(_ kind: Schedule.Kind, name: String = "", length: Double? = nil) -> ScheduledItem {
        ScheduledItem(
            key: "k", kind: kind, name: name, session: .default,
            trigger: .local(day: 0, second: 7 * 3600, weekdays: nil), length: length, values: ActionValues())
    }

    @Test("the sentences are those of the language file, with lengths and times in the app's language")
    func german() throws {
        var app = try makeApp([])
        app.language = "de-DE"
        let words = ScheduleSentences(app, words: Self.german)
        let (pasta, alarm) = (item(.timer, name: "Nudeln", length: 600), item(.alarm))
        #expect(words.label(item(.timer, length: 600)) == "Timer für 10 Minuten")
        #expect(words.label(alarm) == "Wecker um 07:00")
        var spoken = Self.german
        spoken.withLength = "{kind} auf {spoken}"
        #expect(ScheduleSentences(app, words: spoken).label(item(.timer, length: 60)) == "Timer auf 1 Minute")
        let query = ScheduleQuery(kind: .alarm)
        #expect(words.remaining([(pasta, 120)], query, say: nil, none: nil) == "Timer Nudeln: noch 2 Minuten.")
        #expect(words.remaining([], query, say: nil, none: nil) == "Kein Wecker gestellt.")
        #expect(
            words.cancelled([pasta, alarm], kept: [], query, none: nil)
                == "Gelöscht: Timer Nudeln und Wecker um 07:00.")
        #expect(words.late(pasta, by: 300, nil) == "Timer Nudeln war vor 5 Minuten.")
        #expect(words.values(of: alarm)["kind"] == "Wecker")
    }

    @Test(
        "an alarm is told with its day unless it is the next such time, with the year of another one, and as repeated",
        arguments: [
            ("2026-11-27", nil, "7:00 PM alarm"), ("2026-11-28", nil, "7:00 PM alarm on Saturday, November 28"),
            ("2027-11-20", nil, "7:00 PM alarm on Saturday, November 20, 2027"), ("2026-11-26", nil, "7:00 PM alarm"),
            ("2026-11-27", [1, 2, 3, 4, 5], "7:00 PM alarm every weekday"),
            ("2026-11-27", [1, 2, 3, 4, 5, 6, 7], "7:00 PM alarm every day"),
            ("2026-11-28", [6, 7], "7:00 PM alarm every weekend"),
            ("2026-11-27", [1, 3, 5], "7:00 PM alarm every Monday, Wednesday and Friday"),
        ] as [(String, [Int]?, String)])
    func days(day: String, weekdays: [Int]?, label: String) throws {
        let today = try ScheduleOrder.day("2026-11-27", today: 0)
        var alarm = item(.alarm)
        alarm.trigger = .local(
            day: try ScheduleOrder.day(day, today: 0), second: 19 * 3600, weekdays: weekdays)
        let words = ScheduleSentences(try makeApp([]), now: (today, 18 * 3600))
        #expect(words.label(alarm) == label)
        #expect(words.time(alarm) == label.replacing(" alarm", with: ""))
        #expect(
            ScheduleSentences(try makeApp([])).label(alarm) == "7:00 PM alarm", "what rings is told without its day")
        // At eight the seven o'clock of tomorrow is the next one.
        let later = ScheduleSentences(try makeApp([]), now: (today, 20 * 3600))
        if weekdays == nil, day <= "2026-11-28" { #expect(later.label(alarm) == "7:00 PM alarm") }
    }

    @Test("a language without words for days names them")
    func namedDays() throws {
        var (app, words) = (try makeApp([]), Self.german)
        (words.onDay, words.everyWeekend, words.onDays) = (nil, nil, nil)
        app.language = "de-DE"
        var alarm = item(.alarm)
        alarm.trigger = .local(day: 12, second: 7 * 3600, weekdays: nil)
        let sentences = ScheduleSentences(app, now: (3, 0), words: words)
        #expect(sentences.label(alarm) == "Wecker um 07:00 (Dienstag, 13. Januar)")
        alarm.trigger = .local(day: 12, second: 7 * 3600, weekdays: [6, 7])
        #expect(sentences.label(alarm) == "Wecker um 07:00 (Samstag und Sonntag)")
    }
}
