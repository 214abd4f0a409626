import Foundation
import SaybusMessages
import SaybusPhrases
import Testing

@testable import SaybusAppFiles

@Suite("The times of alarms and timers")
struct ScheduleTriggerTests {
    private let berlin: @Sendable (Double) -> Int = { time in
        TimeZone(identifier: "Europe/Berlin")?.secondsFromGMT(for: Date(timeIntervalSince1970: time)) ?? 0
    }

    private func moment(_ text: String, steady: Double = 0, boot: String = "a") throws -> ScheduleMoment {
        let date = try Date(text, strategy: .iso8601)
        return ScheduleMoment(wall: date.timeIntervalSince1970, steady: steady, boot: boot)
    }

    private func order(_ time: ScheduleOrder.Time) -> ScheduleOrder {
        ScheduleOrder(key: "k", kind: .alarm, name: "", time: time, values: ActionValues())
    }

    private func due(_ time: ScheduleOrder.Time, at now: String) throws -> String {
        let now = try moment(now)
        let trigger = try order(time).trigger(at: now, offset: berlin).trigger
        let wall = now.wall + trigger.remaining(at: now, offset: berlin)
        return Date(timeIntervalSince1970: wall).formatted(.iso8601)
    }

    @Test(
        "an alarm is at local wall time, also across a change of the clocks",
        arguments: [
            ("7:00", nil, "2026-11-24T05:00:00Z", "2026-11-24T06:00:00Z"),
            ("7:00", nil, "2026-11-24T06:00:00Z", "2026-11-25T06:00:00Z"),
            ("07:00:20", nil, "2026-11-24T06:00:00Z", "2026-11-24T06:00:20Z"),
            ("7 pm", nil, "2026-11-24T06:00:00Z", "2026-11-24T18:00:00Z"),
            ("12 am", nil, "2026-11-24T06:00:00Z", "2026-11-24T23:00:00Z"),
            ("EV", "tomorrow", "2026-11-24T06:00:00Z", "2026-11-25T18:00:00Z"),
            // Midnight of this day is the one that ends it.
            ("00:00", "2026-11-24", "2026-11-24T06:00:00Z", "2026-11-24T23:00:00Z"),
            ("00:00", "tomorrow", "2026-11-24T06:00:00Z", "2026-11-24T23:00:00Z"),
            // The night in which clocks go from 2:00 to 3:00.
            ("7:00", nil, "2026-03-28T20:00:00Z", "2026-03-29T05:00:00Z"),
            ("2:30", nil, "2026-03-28T20:00:00Z", "2026-03-29T01:30:00Z"),
            // The night in which clocks go from 3:00 to 2:00.
            ("7:00", "2026-10-25", "2026-10-24T20:00:00Z", "2026-10-25T06:00:00Z"),
            ("2:30", nil, "2026-10-24T20:00:00Z", "2026-10-25T00:30:00Z"),
        ] as [(String, String?, String, String)])
    func wallTime(time: String, day: String?, now: String, expected: String) throws {
        #expect(try due(.at(time, day: day), at: now) == expected)
    }

    @Test(
        "an hour whose half of the day was not said is the nearest one to come",
        arguments: [
            ("07:00", nil, "2026-11-24T05:00:00Z", "2026-11-24T06:00:00Z"),
            ("07:00", nil, "2026-11-24T14:00:00Z", "2026-11-24T18:00:00Z"),
            ("07:00", nil, "2026-11-24T20:00:00Z", "2026-11-25T06:00:00Z"),
            ("12:15", nil, "2026-11-24T20:00:00Z", "2026-11-24T23:15:00Z"),
            ("07:00", "today", "2026-11-24T14:00:00Z", "2026-11-24T18:00:00Z"),
            ("07:00", "tomorrow", "2026-11-24T14:00:00Z", "2026-11-25T06:00:00Z"),
            ("12:00", "today", "2026-11-24T14:00:00Z", "2026-11-24T23:00:00Z"),
        ] as [(String, String?, String, String)])
    func nearest(time: String, day: String?, now: String, expected: String) throws {
        #expect(try due(.at(time, day: day, half: .nearest(parameter: nil)), at: now) == expected)
    }

    @Test(
        "an hour that is a number is the nearest one to come up to twelve, and beyond that the one of its day",
        arguments: [
            (7, "2026-11-24T18:00:00Z"), (15, "2026-11-24T14:00:00Z"), (14, "2026-11-25T13:00:00Z"),
            (0, "2026-11-24T23:00:00Z"),
        ] as [(Double, String)])
    func hour(number: Double, expected: String) throws {
        let yaml = "app: k\ncommands: {Wake: {patterns: [\"wake me at @hour:Number\"], do: [{at: {time: \"{hour}\"}}]}}"
        var values = ActionValues()
        values["hour"] = .number(number)
        let action = try #require(try App(yaml: yaml, file: "k.yaml").commands.first?.actions.first)
        guard case .set(let order) = try action.memoryRequest(values) else {
            Issue.record("the alarm is set")
            return
        }
        #expect(try due(order.time, at: "2026-11-24T13:30:00Z") == expected)
    }

    @Test("a day of the week whose time is past is in a week, which today is not")
    func nextWeek() throws {
        // A Friday, 21:20 in Berlin.
        let now = "2026-11-27T20:20:00Z"
        let friday = ScheduleOrder.Time.at("20:00", day: "2026-11-27", weekday: "day")
        #expect(try due(friday, at: now) == "2026-12-04T19:00:00Z")
        let eight = ScheduleOrder.Time.at("08:00", day: "2026-11-27", half: .nearest(parameter: nil), weekday: "day")
        #expect(try due(eight, at: now) == "2026-12-04T07:00:00Z")
        let late = ScheduleOrder.Time.at("22:00", day: "2026-11-27", weekday: "day")
        #expect(try due(late, at: now) == "2026-11-27T21:00:00Z")
        #expect(throws: StoreError.self) { try due(.at("20:00", day: "2026-11-27"), at: now) }
    }

    @Test("an alarm that comes again is due once for each day, also when the clock is set back after it has rung")
    func weekly() throws {
        let friday = try moment("2026-11-27T12:00:00Z")
        var trigger = try order(.everyDay("7:00", days: "weekdays")).trigger(at: friday, offset: berlin).trigger
        #expect(
            Date(timeIntervalSince1970: friday.wall + trigger.remaining(at: friday, offset: berlin))
                .formatted(.iso8601) == "2026-11-30T06:00:00Z")
        // It rings on Monday, and the clock is then set back by an hour.
        trigger = try #require(trigger.next(after: try moment("2026-11-30T05:00:00Z"), offset: berlin))
        #expect(
            trigger
                == .local(
                    day: CivilDate(year: 2026, month: 12, day: 1)?.days ?? 0, second: 25_200, weekdays: [1, 2, 3, 4, 5])
        )
        // After a week without the program, the next one is the coming one, not seven.
        trigger = try #require(trigger.next(after: try moment("2026-12-08T12:00:00Z"), offset: berlin))
        #expect(
            trigger
                == .local(
                    day: CivilDate(year: 2026, month: 12, day: 9)?.days ?? 0, second: 25_200, weekdays: [1, 2, 3, 4, 5])
        )
        #expect(try ScheduleOrder.weekdays("every monday and sunday") == [1, 7])
    }

    @Test("an alarm that comes again is corrected when several of its times lie before it, and only then")
    func corrected() throws {
        let wednesday = try moment("2026-11-25T12:00:00Z")
        let day = try #require(CivilDate(year: 2026, month: 11, day: 25)).days
        func trigger(_ day: Int, _ weekdays: [Int]?) -> ScheduleTrigger {
            .local(day: day, second: 25_200, weekdays: weekdays)
        }
        let daily = Array(1...7)
        #expect(trigger(day + 400, daily).corrected(at: wednesday, offset: berlin) == trigger(day + 1, daily))
        #expect(trigger(day + 3, daily).corrected(at: wednesday, offset: berlin) == trigger(day + 1, daily))
        // Thursday's may have rung before the clock was set back.
        #expect(trigger(day + 2, daily).corrected(at: wednesday, offset: berlin) == trigger(day + 2, daily))
        #expect(trigger(day + 7, [3]).corrected(at: wednesday, offset: berlin) == trigger(day + 7, [3]))
        #expect(trigger(day + 21, [3]).corrected(at: wednesday, offset: berlin) == trigger(day + 7, [3]))
        #expect(trigger(day + 400, nil).corrected(at: wednesday, offset: berlin) == trigger(day + 400, nil))
    }

    @Test("a timer counts steady time while the machine runs, and wall time after it was started again")
    func steady() throws {
        let start = try moment("2026-11-24T06:00:00Z", steady: 50)
        let trigger = try order(.after("10min")).trigger(at: start, offset: berlin).trigger
        // The clock was set forward by a day meanwhile.
        #expect(trigger.remaining(at: try moment("2026-11-25T06:00:00Z", steady: 110), offset: berlin) == 540)
        #expect(trigger.remaining(at: try moment("2026-11-24T06:08:00Z", steady: 3, boot: "b"), offset: berlin) == 120)
        #expect(trigger.next(after: start, offset: berlin) == nil)
        let every = try order(.everyLength("1h")).trigger(at: start, offset: berlin).trigger
        let later = try moment("2026-11-24T08:30:00Z", steady: 50 + 9000)
        #expect(every.next(after: later, offset: berlin)?.remaining(at: later, offset: berlin) == 1800)
    }

    @Test(
        "lengths and times are read as Alexa writes them and as people do, and refused in words otherwise",
        arguments: [
            ("PT1H30M", 5400), ("P1DT1S", 86_401), ("10min", 600), ("1h 30min", 5400), ("1.5h", 5400), ("45 s", 45),
            ("2d", 172_800), ("P1M", nil), ("ten", nil), ("", nil), ("PT", nil), ("5", nil),
            ("P99999999999999999999D", nil),
        ] as [(String, Double?)])
    func lengths(text: String, seconds: Double?) {
        #expect(SpokenTime.seconds(of: text) == seconds)
    }

    @Test("a time that is past, a day that is several, and a length out of bounds are refused in words")
    func refused() throws {
        let now = "2026-11-24T12:00:00Z"
        for (time, reason, spoken) in [
            (.at("7:00", day: "today"), "is past", .pastTime), (.at("0:00", day: "2026-11-23"), "is past", .pastTime),
            (.at("7:00", day: "2026-W47"), "no single day", nil),
            (.at("25:00", day: nil), "no time of day", nil), (.after("400d"), "out of bounds", .badLength),
            (.after("-5min"), "1 second to 366 days", .badLength),
            (.after("0s"), "out of", .badLength), (.after("P1Y"), "out of", .badLength),
            (.everyDay("7:00", days: "someday"), "no day", nil),
        ] as [(ScheduleOrder.Time, String, BuiltInSentence?)] {
            let error = #expect(throws: StoreError.self) { try due(time, at: now) }
            #expect(error?.reason.contains(reason) == true, "\(error?.reason ?? "-")")
            #expect(error?.spoken == spoken)
        }
    }

    @Test("lengths, times and days are spoken in the app's language")
    func spoken() {
        #expect(SpokenTime(language: "en-US").text(of: "PT90S", .duration) == "1 minute, 30 seconds")
        let exact = SpokenTime(language: "en-US").text(of: "PT1H30M5S", .duration)
        #expect(exact == "1 hour, 30 minutes, 5 seconds")
        #expect(SpokenTime(language: "en-US").text(of: "PT0S", .duration) == "0 seconds")
        #expect(SpokenTime(language: "en-US").length(5405) == "1 hour, 30 minutes")
        #expect(SpokenTime(language: "de").text(of: "PT1H30M", .duration) == "1 Stunde und 30 Minuten")
        #expect(SpokenTime(language: "en-US").text(of: "19:30", .time) == "7:30 PM")
        #expect(SpokenTime(language: "de").text(of: "19:30", .time) == "19:30")
        #expect(SpokenTime(language: "en-US").text(of: "2026-11-25", .date) == "Wednesday, November 25")
        #expect(SpokenTime(language: "en-US").text(of: "2026-W47", .date) == "2026-W47")
        // An intent from the bus may hold any text.
        for text in ["P99999999999999999999D", "PT1e300S", "PT" + String(repeating: "9", count: 400) + "S"] {
            #expect(SpokenTime(language: "en-US").text(of: text, .duration) == text)
        }
    }
}
