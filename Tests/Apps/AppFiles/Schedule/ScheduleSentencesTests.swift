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
}
