import SaybusMessages
import SaybusPatternMatching
import SaybusPhrases
import Testing

/// Values in text without spaces between its words.
@Suite struct SpacelessTests {
    private let matcher: PatternMatcher = {
        var japanese = Language.english
        japanese.numbers.language = "ja"
        (japanese.numbers.units, japanese.numbers.tens) = (["五": 5], ["二十": 20, "三十": 30])
        japanese.times.units = ["分": "minute", "時間": "hour", "日": "day", "年": "year"]
        japanese.times.months = ["2月": 2, "12月": 12]
        (japanese.times.oclock, japanese.times.hourWords, japanese.times.afterHour) = (["時"], ["時"], ["半": 30])
        (japanese.times.beforeNoon, japanese.times.afterNoon) = (["午前"], ["午後"])
        let patterns: KeyValuePairs = [
            "Timer": ["@n:Number 分のタイマー"], "Alarm": ["{AMAZON.DURATION:length}後に起こして"],
            "Warm": ["室温を{0..40:n}度に"], "Wake": ["{AMAZON.TIME:time}に起こして"],
            "Day": ["{AMAZON.DATE:day}の予定"], "Light": ["{Room:room}の電気をつけて"], "Game": ["(五|10) 分のゲーム"],
        ]
        let rooms = Catalog.SlotType(name: "Room", values: [.init(value: "台所"), .init(value: "部屋1")])
        return PatternMatcher([makeCatalog(patterns, types: [rooms])], language: japanese)
    }()

    @Test(
        "numbers, lengths, times and names are found before other letters and behind them",
        arguments: [
            ("5分のタイマー", ["n": "5"]), ("５分のタイマー", ["n": "5"]), ("5 分のタイマー", ["n": "5"]),
            ("三十分のタイマー", ["n": "30"]), ("二十五分のタイマー", ["n": "25"]), ("室温を20度に", ["n": "20"]),
            ("室温を 二十 度に", ["n": "20"]), ("2時間30分後に起こして", ["length": "PT2H30M"]),
            ("7時半に起こして", ["time": "07:30"]), ("7時30分に起こして", ["time": "07:30"]),
            ("午後7時30分に起こして", ["time": "19:30"]), ("午前7時に起こして", ["time": "07:00"]),
            ("午後7時半に起こして", ["time": "19:30"]), ("台所の電気をつけて", ["room": "台所"]),
            ("2026年12月24日の予定", ["day": "2026-12-24"]), ("2027年2月の予定", ["day": "2027-02"]),
            ("10 分のゲーム", [:]), ("五分のゲーム", [:]), ("部屋1の電気をつけて", ["room": "部屋1"]), ("部屋１の電気をつけて", ["room": "部屋1"]),
        ] as [(String, [String: String])])
    func found(text: String, parameters: [String: String]) {
        #expect(values(matcher, text) == parameters)
    }

    @Test("a date without a year is today or later")
    func nextDay() throws {
        let today = try #require(CivilDate(year: 2026, month: 12, day: 25))
        for (text, day) in [("12月24日の予定", "2027-12-24"), ("2月の予定", "2027-02")] {
            #expect(matcher.match(text, today: today).first?.parameters["day"]?.value == .text(day), "\(text)")
        }
        #expect(matcher.match("2月30日の予定", today: today).isEmpty)
    }

    @Test("other numbers than those of a range are refused there, too", arguments: ["室温を50度に", "室温を度に"])
    func refused(text: String) { #expect(matcher.match(text).isEmpty) }
}
