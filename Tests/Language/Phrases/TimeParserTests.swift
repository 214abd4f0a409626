import Foundation
import SaybusPhrases
import Testing

@Suite struct TimeParserTests {
    private let parser = TimeParser()
    /// A Saturday in week 47.
    private let today = CivilDate(year: 2026, month: 11, day: 21) ?? .today

    @Test(
        "dates are read in Alexa's notation; an ambiguous date is today or later",
        arguments: [
            ("today", "2026-11-21"), ("tomorrow", "2026-11-22"), ("yesterday", "2026-11-20"),
            ("the day after tomorrow", "2026-11-23"), ("monday", "2026-11-23"), ("saturday", "2026-11-21"),
            ("next monday", "2026-11-23"), ("next saturday", "2026-11-28"), ("last saturday", "2026-11-14"),
            ("last monday", "2026-11-16"), ("july fourth", "2027-07-04"), ("july 4th", "2027-07-04"),
            ("the fourth of july", "2027-07-04"), ("fourth of july twenty thirty", "2030-07-04"),
            ("december twenty fourth", "2026-12-24"), ("november 21", "2026-11-21"), ("november 20", "2027-11-20"),
            ("february twenty ninth", "2028-02-29"), ("the twenty first", "2026-11-21"), ("the 5th", "2026-12-05"),
            ("2026-12-31", "2026-12-31"), ("12/31/2026", "2026-12-31"), ("in three days", "2026-11-24"),
            ("two weeks from now", "2026-12-05"), ("a month ago", "2026-10-21"), ("a week from tomorrow", "2026-11-29"),
            ("in a year and a half", "2028-05-21"), ("this week", "2026-W47"), ("next week", "2026-W48"),
            ("week 49", "2026-W49"), ("this weekend", "2026-W47-WE"), ("next weekend", "2026-W48-WE"),
            ("this month", "2026-11"), ("next month", "2026-12"), ("july", "2027-07"), ("july 2030", "2030-07"),
            ("december", "2026-12"), ("this year", "2026"), ("next year", "2027"), ("nineteen eighty four", "1984"),
            ("2015", "2015"), ("2,015", nil), ("this decade", "202X"), ("the nineteen eighties", "198X"),
            ("the nineties", "199X"),
            ("this winter", "2027-WI"), ("next summer", "2027-SU"), ("fall 2030", "2030-FA"),
            ("this quarter", "2026-Q4"), ("next quarter", "2027-Q1"), ("first quarter of 2027", "2027-Q1"),
            ("right now", "PRESENT_REF"), ("now", "PRESENT_REF"), ("banana", nil), ("february thirtieth", nil),
            ("the fortieth", nil), ("31st of november", nil), ("november thirty first", nil),
            ("the thirty first of november twenty thirty", nil), ("thirty first of december", "2026-12-31"),
            ("three weeks from friday", "2026-12-18"), ("a week from next monday", "2026-11-30"),
            ("monday after next", "2026-11-30"), ("the weekend after next", "2026-W49-WE"),
            ("week after next", "2026-W49"), ("monday after next week", nil), ("two hours from friday", nil),
            ("the second quarter of next year", "2027-Q2"), ("summer of next year", "2027-SU"),
            ("july fourth next year", "2027-07-04"), ("the fifteenth of march last year", "2025-03-15"),
            ("december of this year", "2026-12"), ("friday next week", "2026-11-27"),
            ("on friday", "2026-11-27"), ("on next friday", "2026-11-27"), ("on friday next week", "2026-11-27"),
            ("in a couple of days", "2026-11-23"), ("february 29 2027", nil), ("february 29 2028", "2028-02-29"),
            ("the 29th of february next year", nil), ("in two weeks and three days", "2026-12-08"),
            ("a week and a day from tomorrow", "2026-11-30"), ("two weeks and three days ago", "2026-11-04"),
            ("in two weeks and three hours", nil), ("november", "2026-11"), ("this november", "2026-11"),
            ("next november", "2027-11"), ("last november", "2025-11"), ("next december", "2026-12"),
            ("next october", "2027-10"), ("week 3", "2027-W03"), ("week 47", "2026-W47"), ("week 53", "2026-W53"),
            ("first quarter", "2027-Q1"), ("fourth quarter", "2026-Q4"), ("summer", "2027-SU"), ("fall", "2026-FA"),
            ("winter", "2027-WI"),
            ("monday of this week", "2026-11-16"), ("second quarter next month", nil),
            ("tuesday november 24", "2026-11-24"), ("on tuesday, the 24th of november 2026", "2026-11-24"),
            ("friday january first", "2027-01-01"), ("wednesday november 24", nil), ("tuesday november", nil),
            ("friday the 13th", "2027-08-13"), ("friday the first", "2027-01-01"),
            ("on tuesday the 24th", "2026-11-24"), ("saturday the 21st", "2026-11-21"),
            ("friday the thirteenth of november", nil), ("friday thirteen", nil),
            ("12/31/27", "2027-12-31"), ("3/4/27", "2027-03-04"), ("3-4-27", "2027-03-04"), ("13/4/27", nil),
            ("12/24", "2026-12-24"), ("9/11", "2027-09-11"), ("24/12", nil), ("24/7", nil), ("12/24/7", nil),
            ("tue", "2026-11-24"), ("thu", "2026-11-26"), ("in half a year", "2027-05-21"),
            ("half a year ago", "2026-05-21"), ("in half a day", nil), ("the first of next month", "2026-12-01"),
            ("the 15th of this month", "2026-11-15"), ("the 31st of last month", "2026-10-31"),
            ("the 31st of this month", nil), ("the first of next year", nil), ("today in two weeks", "2026-12-05"),
            ("on monday in a week", "2026-11-30"), ("tomorrow in ten minutes", nil),
        ] as [(String, String?)])
    func dates(text: String, value: String?) {
        #expect(parser.parseAll(.date, text, today: today) == value)
    }

    @Test(
        "a day that comes again each week is told from others",
        arguments: [
            ("friday", true), ("on friday", true), ("this friday", true), ("next friday", false),
            ("last friday", false), ("today", false), ("tomorrow", false), ("friday morning", false), ("", false),
        ])
    func weekday(text: String, isWeekday: Bool) {
        #expect(parser.isWeekday(text) == isWeekday)
    }

    @Test(
        "an hour whose half of the day is not said is told from others",
        arguments: [
            ("seven", true), ("half past seven", true), ("7:30", true), ("seven o'clock", true), ("twelve", true),
            ("quarter to one", true), ("seven am", false), ("7pm", false), ("seven in the evening", false),
            ("noon", false), ("midnight", false), ("nineteen thirty", false), ("19:30", false), ("07:30", false),
            ("oh seven thirty", false), ("zero", false), ("in the morning", false), ("banana", false), ("", false),
        ])
    func halfOpen(text: String, isOpen: Bool) {
        #expect(parser.leavesHalfOpen(text) == isOpen)
    }

    @Test(
        "times of day are read",
        arguments: [
            ("seven", "07:00"), ("seven am", "07:00"), ("7 p.m.", "19:00"), ("7pm", "19:00"), ("seven thirty", "07:30"),
            ("seven thirty pm", "19:30"), ("seven oh five", "07:05"), ("7:05", "07:05"), ("19:45", "19:45"),
            ("half past seven", "07:30"), ("half past seven in the evening", "19:30"), ("quarter to eight", "07:45"),
            ("a quarter past twelve", "12:15"), ("ten minutes to six pm", "17:50"), ("five past midnight", "00:05"),
            ("five o'clock", "05:00"), ("five o'clock in the morning", "05:00"), ("noon", "12:00"),
            ("midnight", "00:00"), ("twelve am", "00:00"), ("twelve pm", "12:00"), ("twelve at night", "00:00"),
            ("ten to one", "00:50"), ("ten to one pm", "12:50"), ("twenty one thirty", "21:30"), ("this morning", "MO"),
            ("the afternoon", "AF"), ("this evening", "EV"), ("tonight", "NI"), ("seven five", nil), ("thirty", nil),
            ("the third", nil), ("twenty six", nil), ("25:00", nil), ("00", nil), ("zero", nil), ("00:00", "00:00"),
            ("zero o'clock", "00:00"), ("00:05", "00:05"), ("24:00", "00:00"), ("10-11 am", nil),
            ("7-30", "07:30"), ("7-30 pm", "19:30"), ("7-24", nil), ("7-60", nil),
            ("one at night", "01:00"), ("three at night", "03:00"), ("half past five at night", "05:30"),
            ("ten to one at night", "00:50"), ("six at night", "18:00"), ("eleven at night", "23:00"),
            ("ten to twelve at night", "23:50"), ("five tonight", "17:00"), ("twelve tonight", "00:00"),
            ("7:30pm", "19:30"), ("7.30pm", "19:30"), ("12:05am", "00:05"), ("7:3pm", nil), ("7:60pm", nil),
            ("13:30pm", nil), ("7:30.5pm", nil), ("7.30", "07:30"), ("7.30 p.m.", "19:30"), ("7.3", nil), ("7.60", nil),
            ("730", "07:30"), ("730 pm", "19:30"), ("730pm", "19:30"), ("1930", "19:30"), ("0730", "07:30"),
            ("073", nil), ("760", nil), ("2530", nil), ("12345", nil), ("1330pm", nil),
            ("twelve noon", "12:00"), ("12 noon", "12:00"), ("twelve o'clock midnight", "00:00"), ("eleven noon", nil),
            ("twelve thirty noon", nil), ("seven this morning", "07:00"), ("half past three this afternoon", "15:30"),
            ("seven this evening", "19:00"),
        ] as [(String, String?)])
    func times(text: String, value: String?) {
        #expect(parser.parseAll(.time, text, today: today) == value)
    }

    @Test(
        "times that are relative to now are read",
        arguments: [
            ("now", "23:30:01"), ("right now", "23:30:01"), ("in ten minutes", "23:40"), ("in two hours", "01:30"),
            ("in twenty seconds", "23:30:20"), ("ninety seconds from now", "23:31:30"),
            ("in a minute and ten seconds", "23:31:10"), ("in half a second", "23:30:01"),
            ("in a couple of hours", "01:30"), ("in a couple hours", "01:30"),
            ("in twenty nine minutes and fifty nine seconds", "23:59:59"),
            ("ten minutes from now", "23:40"), ("in an hour and ten minutes", "00:40"), ("in half an hour", "00:00"),
            ("ten minutes", nil), ("in two days", nil), ("in thirty hours", nil), ("in the morning", "MO"),
            ("ten minutes to six", "05:50"), ("in an hour thirty", "01:00"),
        ] as [(String, String?)])
    func relativeTimes(text: String, value: String?) {
        #expect(parser.parseAll(.time, text, today: today, now: (23 * 60 + 30) * 60) == value)
    }

    @Test(
        "durations are read",
        arguments: [
            ("five minutes", "PT5M"), ("an hour", "PT1H"), ("half an hour", "PT30M"), ("an hour and a half", "PT1H30M"),
            ("two and a half hours", "PT2H30M"), ("three days", "P3D"), ("one day and two hours", "P1DT2H"),
            ("a quarter of an hour", "PT15M"), ("three quarters of an hour", "PT45M"),
            ("one hour thirty minutes and ten seconds", "PT1H30M10S"), ("two weeks", "P2W"), ("a fortnight", "P2W"),
            ("six months", "P6M"), ("one and a half years", "P1Y6M"), ("ten years", "P10Y"), ("90 seconds", "PT90S"),
            ("half a day", "PT12H"), ("five", nil), ("4.1 hours", "PT4H6M"), ("0.7 days", "PT16H48M"),
            ("minutes", nil), ("five minutes five minutes", nil), ("1h", "PT1H"), ("30min", "PT30M"),
            ("an hour thirty", "PT1H30M"), ("one hour thirty", "PT1H30M"), ("1h 30", "PT1H30M"),
            ("one minute forty five", "PT1M45S"), ("two hours and fifteen", "PT2H15M"),
            ("an hour and forty five", "PT1H45M"), ("an hour five", nil),
            ("one hour thirtieth", nil), ("two weeks thirty", nil), ("half an hour thirty", nil),
            ("1h 30min", "PT1H30M"), ("1h30min", "PT1H30M"), ("1h30", "PT1H30M"), ("1.5h", "PT1H30M"), ("1h5", nil),
            ("1st", nil), ("1 1/2 minutes", "PT1M30S"), ("1/2 hour", "PT30M"), ("1/3 hour", "PT20M"),
            ("1½h", "PT1H30M"),
            ("1-2 hours", nil), ("5 - 10 minutes", nil),
            ("a couple of hours", "PT2H"), ("two dozen of hours", "PT24H"), ("thirty second", "PT30S"),
            ("twenty second", "PT20S"), ("ninety second", "PT90S"), ("one hundred second", "PT100S"),
            ("an hour thirty second", "PT1H30S"), ("third minute", nil), ("hundredth second", nil),
            ("two of hours", nil),
            ("twenty second minutes", nil),
            ("two hour", "PT2H"), ("a hundred second", "PT100S"), ("one minute twenty second", "PT1M20S"),
            ("second", nil),
            ("twenty third", nil), ("half a year", "P6M"), ("90s", "PT90S"), ("5m", "PT5M"), ("2min30s", "PT2M30S"),
            ("1d", "P1D"), ("5x", nil),
        ] as [(String, String?)])
    func durations(text: String, value: String?) {
        #expect(parser.parseAll(.duration, text, today: today) == value)
    }

    @Test(
        "dates in digits have the day first where the language has it, also with full stops",
        arguments: [
            ("03/04/2027", "2027-04-03"), ("24.12.2026", "2026-12-24"), ("24.12.26", "2026-12-24"),
            ("24.12.", "2026-12-24"), ("24.12. 2028", "2028-12-24"), ("3.4.2027", "2027-04-03"), ("3.4.", "2027-04-03"),
            ("2027-04-03", "2027-04-03"), ("31.2.2027", nil), ("1.13.", nil), ("1.5.202", nil), ("12/31/2026", nil),
            ("29.2. 2027", nil), ("29.2.", "2028-02-29"),
            ("of 24.12.", "2026-12-24"), ("24/12", "2026-12-24"), ("31/02", nil), ("29/02/2027", nil),
            ("thursday 24.12.", "2026-12-24"), ("friday 24/12", nil), ("thursday 24", "2026-12-24"),
            ("on tuesday twenty four", "2026-11-24"), ("friday 24", nil), ("thursday 24 december", "2026-12-24"),
            ("3/4/27", "2027-04-03"),
        ] as [(String, String?)])
    func dayFirst(text: String, value: String?) {
        var times = TimeVocabulary.english
        times.dayFirst = true
        #expect(TimeParser(times).parseAll(.date, text, today: today) == value)
        #expect(!text.contains(".") || parser.parseAll(.date, text, today: today) == nil)
    }

    @Test("an hour behind a day of the week is no day of the month", arguments: ["oclock", "uhr"])
    func hourOfDay(word: String) {
        var times = TimeVocabulary.english
        (times.dayFirst, times.hourWords) = (true, ["uhr"])
        let words = ["thursday", "24", word]
        #expect(TimeParser(times).prefixes(.date, of: words[...], today: today).map(\.count) == [1])
    }

    @Test(
        "a day of the month in digits behind a link is a date where a full stop makes digits an ordinal",
        arguments: [
            ("on 24.", "2026-11-24"), ("on the 5.", "2026-12-05"), ("tuesday the 24.", "2026-11-24"),
            ("friday the 24.", "2027-09-24"), ("on 32.", nil), ("24.", nil), ("24", nil), ("on twenty four", nil),
            ("on 24. december", "2026-12-24"),
        ] as [(String, String?)])
    func pointedDay(text: String, value: String?) {
        var numbers = NumberVocabulary.english
        numbers.ordinalSuffixes = ["."]
        #expect(TimeParser(numbers: numbers).parseAll(.date, text, today: today) == value)
        #expect(parser.parseAll(.date, "on 24.", today: today) == nil)
    }

    @Test("digits behind a link are no day of the month before the unit of a length")
    func lengthBehindLink() {
        var numbers = NumberVocabulary.english
        numbers.ordinalSuffixes = ["."]
        let parser = TimeParser(numbers: numbers)
        #expect(parser.prefixes(.date, of: ["on", "24", "hours"], today: today).isEmpty)
        #expect(parser.prefixes(.date, of: ["on", "24", "lamps"], today: today).map(\.value) == ["2026-11-24"])
    }

    @Test(
        "times in digits with a word or a full stop between hour and minutes are read",
        arguments: [
            ("17h30", "17:30"), ("8h", "08:00"), ("8h05", "08:05"), ("17 h 30", "17:30"), ("17.30 uhr", "17:30"),
            ("17.30", "17:30"), ("7.05 Uhr", "07:05"), ("25h", nil), ("8h5", nil), ("8h60", nil), ("17.3", nil),
            ("8 uhr", "08:00"), ("17h30m", nil), ("19:30 Uhr", "19:30"), ("7:05 uhr", "07:05"),
            ("7:30 Uhr pm", "19:30"), ("1930 Uhr", "19:30"), ("730 h", "07:30"),
        ] as [(String, String?)])
    func writtenClock(text: String, value: String?) {
        var times = TimeVocabulary.english
        (times.hourWords, times.oclock) = (["h", "uhr"], ["h", "uhr"])
        #expect(TimeParser(times).parseAll(.time, text, today: today) == value)
        // Minutes behind a full stop need no such words, but nothing else is a time without them.
        let isPlain = text == "17.30"
        #expect(!text.contains(".") || parser.parseAll(.time, text, today: today) == (isPlain ? "17:30" : nil))
    }

    @Test(
        "minutes after or before an hour are read where the language has the same words for a fraction and an ordinal",
        arguments: [
            ("nueve y cuarto", "09:15"), ("siete y media", "07:30"), ("siete menos cuarto", "06:45"),
            ("noon y media", "12:30"), ("midnight menos cuarto", "23:45"), ("noon y", nil),
            ("siete y diez", "07:10"), ("noon y diez", "12:10"), ("noon diez", "12:10"),
            ("siete horas diez min", "07:10"),
            ("pm siete horas", "19:00"), ("pm siete y media", "19:30"), ("am siete", "07:00"), ("pm", nil),
            ("siete horas", "07:00"), ("siete horas diez", "07:10"), ("siete y cuarta", nil),
        ] as [(String, String?)])
    func afterHour(text: String, value: String?) {
        var (times, numbers) = (TimeVocabulary.english, NumberVocabulary.english)
        numbers.units = ["cuatro": 4, "siete": 7, "nueve": 9, "diez": 10]
        (numbers.ordinals, numbers.conjunctions) = (["cuarto": 4, "cuarta": 4], ["y"])
        (numbers.fractions, numbers.signs) = (["media": 0.5, "cuarto": 0.25], ["menos"])
        (times.hourWords, times.oclock) = (["y", "horas"], ["horas"])
        times.afterHour = ["y media": 30, "y cuarto": 15, "menos cuarto": -15]
        #expect(TimeParser(times, numbers: numbers).parseAll(.time, text, today: today) == value)
    }

    @Test(
        "hours behind which the word for the night is in another form are those of the night",
        arguments: [
            ("three nachts", "03:00"), ("twelve nachts", "00:00"), ("eleven nachts", "23:00"),
            ("three nachmittags", "15:00"), ("twelve mittags", "12:00"), ("three in der nacht", "03:00"),
        ])
    func night(text: String, value: String) {
        var times = TimeVocabulary.english
        times.dayParts = ["nacht": "NI", "nachmittag": "AF", "mittag": "AF"]
        times.afterNoon = ["nachts", "nachmittags", "mittags", "in der nacht"]
        #expect(TimeParser(times).parseAll(.time, text, today: today) == value)
    }

    @Test(
        "the half of the day is that of the time, also where the hour that is named begins the other half",
        arguments: [
            ("quarter to twelve in the morning", "11:45"), ("ten to twelve am", "11:50"),
            ("quarter to twelve in the evening", "23:45"), ("ten to twelve pm", "23:50"),
            ("quarter to twelve tonight", "23:45"), ("quarter to one tonight", "00:45"),
            ("quarter past twelve in the morning", "00:15"), ("quarter past twelve pm", "12:15"),
            ("quarter to one in the morning", "00:45"), ("halb twelve vormittags", "11:30"),
            ("halb twelve abends", "23:30"), ("halb twelve nachts", "23:30"), ("halb twelve mittags", "11:30"),
            ("eleven mittags", "11:00"), ("twelve mittags", "12:00"), ("one mittags", "13:00"),
            ("halb one mittags", "12:30"), ("halb one nachts", "00:30"), ("halb twelve middags", "11:30"),
            ("halb one middags", "12:30"), ("five to halb eight", "07:25"), ("five past halb eight", "07:35"),
            ("ten minutes to halb one", "00:20"), ("five to halb eight abends", "19:25"),
        ])
    func halvesOfDay(text: String, value: String) {
        var times = TimeVocabulary.english
        times.beforeHour = ["halb": 30]
        times.namedTimes["mittag"] = 720
        times.dayParts.merge(["nacht": "NI", "mittag": "AF", "middag": "AF", "abend": "EV"]) { $1 }
        times.beforeNoon.insert("vormittags")
        times.afterNoon.formUnion(["mittags", "middags", "abends", "nachts"])
        #expect(TimeParser(times).parseAll(.time, text, today: today) == value)
    }

    @Test(
        "relations behind a day or a period are read where the language has them",
        arguments: [
            ("martes", "2026-11-24"), ("martes que viene", "2026-11-24"), ("el martes que viene", "2026-11-24"),
            ("sábado que viene", "2026-11-28"), ("martes pasado", "2026-11-17"), ("la semana que viene", "2026-W48"),
            ("semana que viene", "2026-W48"), ("mes pasado", "2026-10"), ("fin de semana que viene", "2026-W48-WE"),
            ("próxima semana", "2026-W48"), ("la próxima semana", "2026-W48"), ("el próximo mes", "2026-12"),
            ("semana", nil), ("el que viene", nil),
        ] as [(String, String?)])
    func relationsAfter(text: String, value: String?) {
        var times = TimeVocabulary.english
        (times.weekdays, times.weeks, times.weekends) = (["martes": 2, "sábado": 6], ["semana"], ["fin de semana"])
        (times.units, times.links) = (["semana": "week", "mes": "month"], ["el", "la"])
        times.relations = ["próxima": 1, "próximo": 1]
        times.relationsAfter = ["que viene": 1, "pasado": -1]
        #expect(TimeParser(times).parseAll(.date, text, today: today) == value)
        #expect(times.firstWords.isSuperset(of: ["semana", "mes", "martes"]))
    }

    @Test(
        "words before a duration that ended today are read where the language has them",
        arguments: [
            ("il y a trois jours", "2026-11-18"), ("il y a une semaine", "2026-11-14"),
            ("dans trois jours", "2026-11-24"),
            ("il y a", nil), ("il y a trois heures", nil),
        ] as [(String, String?)])
    func agoFirst(text: String, value: String?) {
        var (times, numbers) = (TimeVocabulary.english, NumberVocabulary.english)
        (numbers.units, times.articles, times.inAdvance) = (["trois": 3], ["une"], ["dans"])
        times.units = ["jours": "day", "semaine": "week", "heures": "hour"]
        times.agoFirst = ["il y a"]
        #expect(TimeParser(times, numbers: numbers).parseAll(.date, text, today: today) == value)
        #expect(times.firstWords.contains("il"))
    }

    @Test("a part of a unit follows it with and without an article, and without a word for one")
    func partWithoutArticle() {
        var french = TimeVocabulary.english
        french.units = ["heure": "hour", "minute": "minute"]
        (french.articles, french.conjunctions, french.partsOfUnit) = (["une"], ["et"], ["demie": 0.5])
        #expect(TimeParser(french).parseAll(.duration, "une heure et demie", today: today) == "PT1H30M")
        #expect(parser.parseAll(.duration, "an hour and half", today: today) == "PT1H30M")
        #expect(TimeParser(french).parseAll(.duration, "heure et demie", today: today) == "PT1H30M")
        for text in ["heure", "heure et", "heure et minute"] {
            #expect(TimeParser(french).parseAll(.duration, text, today: today) == nil, "\(text)")
        }
        #expect(parser.parseAll(.duration, "two hours and half a minute", today: today) == "PT2H30S")
    }

    @Test("every value at the beginning of the words is read, longest first")
    func prefixes() {
        let keys = ["july", "fourth", "twenty", "thirty", "please"]
        let readings = parser.prefixes(.date, of: keys[...], today: today)
        #expect(readings.map(\.count) == [4, 2, 1])
        #expect(readings.map(\.value) == ["2030-07-04", "2027-07-04", "2027-07"])
    }

    @Test("no part of a day that its year does not have is a date")
    func impossibleDay() {
        let keys = ["february", "29", "2027", "to", "dance"]
        #expect(parser.prefixes(.date, of: keys[...], today: today).isEmpty)
    }

    @Test(
        "this winter is not over, next winter has not begun, and last winter is the one before",
        arguments: [
            (11, ["2027-WI", "2027-WI", "2026-WI"]), (12, ["2027-WI", "2028-WI", "2026-WI"]),
            (1, ["2026-WI", "2027-WI", "2025-WI"]),
        ])
    func winters(month: Int, values: [String]) throws {
        let day = try #require(CivilDate(year: 2026, month: month, day: 5))
        let found = ["this winter", "next winter", "last winter"].compactMap { parser.parseAll(.date, $0, today: day) }
        #expect(found == values)
    }

    @Test("the next week with a number is in a year that has it")
    func lastWeek() {
        #expect(parser.parseAll(.date, "week 53", today: CivilDate(days: today.days + 60)) == "2032-W53")
    }

    @Test("every day of a century has the calendar's number and text")
    func calendar() throws {
        var date = try #require(CivilDate(year: 1999, month: 12, day: 31))
        let lengths = [31, 28, 31, 30, 31, 30, 31, 31, 30, 31, 30, 31]
        var (year, month, day) = (1999, 12, 31)
        for _ in 0..<36_525 {
            date = date.adding(days: 1)
            let isLeap = year % 4 == 0 && (year % 100 != 0 || year % 400 == 0)
            day += 1
            if day > lengths[month - 1] + (month == 2 && isLeap ? 1 : 0) { (month, day) = (month + 1, 1) }
            if month > 12 { (year, month) = (year + 1, 1) }
            #expect(date.parts == (year, month, day))
            #expect(CivilDate(year: year, month: month, day: day) == date)
        }
        #expect(CivilDate(year: 2026, month: 2, day: 29) == nil)
        #expect(CivilDate(year: 2021, month: 1, day: 3)?.week.week == 53)
        #expect(CivilDate(year: 2021, month: 1, day: 31)?.adding(months: 1).text == "2021-02-28")
        #expect(today.weekday == 6)
    }

    @Test("times of another language are read with its vocabulary, also from a file")
    func languages() throws {
        var times = TimeVocabulary.english
        times.days = ["morgen": 1]
        times.units = ["minuten": "minute"]
        let german = TimeParser(times)
        #expect(german.parseAll(.date, "morgen", today: today) == "2026-11-22")
        #expect(german.parseAll(.duration, "five minuten", today: today) == "PT5M")
        let data = try JSONEncoder().encode(Language.english)
        #expect(try JSONDecoder().decode(Language.self, from: data) == .english)
    }
}
