import Foundation
import GRDB
import SaybusMessages
import SaybusTesting
import Testing

@testable import SaybusAppFiles

@Suite("Timers, alarms and reminders", .timeLimit(.minutes(1)))
struct AppScheduleTests {
    private let folder: TemporaryFolder

    init() throws { folder = try TemporaryFolder() }

    @Test("a timer rings in the room that set it until it is stopped, and not again")
    func rings() async throws {
        let bench = try ScheduleBench(folder)
        let kitchen = try #require(Session(rawValue: "kitchen"))
        try await bench.set("Timer", ["name": "pasta"], in: kitchen)
        try await bench.clock.pass(595)
        #expect(bench.room.played.value.isEmpty)
        try await bench.play(2)
        #expect(Set(bench.room.played.value) == ["kitchen: Your pasta timer is over."])
        #expect(try await bench.left(in: kitchen) == "The pasta timer is ringing.")
        #expect(try await bench.schedule.stopRinging(in: .default).isEmpty, "another room stops nothing")
        #expect(try await bench.schedule.stopRinging(in: kitchen).map(\.name) == ["pasta"])
        #expect(bench.room.silenced.value == 1)
        let count = bench.room.played.value.count
        try await bench.clock.pass(60)
        #expect(bench.room.played.value.count == count)
        #expect(bench.room.logged.value == 1)
        #expect(try await bench.left(in: kitchen) == "No timer is set.")
        await bench.stop()
    }

    @Test("several timers that ring in a room take turns, with the whole pause after each ring, and stop together")
    func turns() async throws {
        let bench = try ScheduleBench(folder)
        for name in ["pasta", "egg", "pizza"] { try await bench.set("Timer", ["name": name, "length": "PT10S"]) }
        let before = bench.clock.now.steady
        try await bench.clock.pass(10)
        try await bench.room.logged.require("the actions of all three") { $0 == 3 }
        while Set(bench.room.played.value).count < 3 { try await bench.clock.pass(5) }
        // Before each ring but the first lies a pause of four seconds.
        let rings = Double(bench.room.played.value.count)
        #expect(bench.clock.now.steady - before >= 10 + 4 * (rings - 1))
        #expect(try await bench.schedule.stopRinging(in: .default).count == 3)
        let count = bench.room.played.value.count
        try await bench.clock.pass(60)
        #expect(bench.room.played.value.count == count)
        await bench.stop()
    }

    @Test("what is due on a day that was said as one of the week, and at the nearest hour, still has the words of both")
    func words() async throws {
        // Tuesday, 2026-11-24 19:59:50.
        let bench = try ScheduleBench(folder, clock: TestScheduleClock(wall: 1_795_550_390))
        try await bench.set(
            "Told",
            ["time": "08:00", "time.words": "eight", "day": "2026-11-24", "day.words": "tuesday"])
        try await bench.clock.pass(10)
        try await bench.room.played.require("a ring") { !$0.isEmpty }
        #expect(bench.room.played.value.first == "default: You said tuesday at eight.")
        #expect(try await bench.schedule.stopRinging(in: .default).count == 1)
        await bench.stop()
    }

    @Test("several timers are told apart by name; without one, none of several is cancelled")
    func several() async throws {
        let bench = try ScheduleBench(folder)
        try await bench.set("Timer", ["name": "pasta", "length": "PT5M"])
        try await bench.set("Timer", ["length": "1h 30min"])
        try await bench.clock.pass(60)
        #expect(
            try await bench.left()
                == "The pasta timer has 4 minutes left. The 1 hour 30 minute timer has 1 hour, 29 minutes left.")
        #expect(
            try await bench.left(ScheduleQuery(kind: .timer, name: "Pasta")) == "The pasta timer has 4 minutes left.")
        #expect(try await bench.left(ScheduleQuery(kind: .timer, name: "rice")) == "No rice timer is set.")
        let none = try await bench.schedule.cancel(ScheduleQuery(), in: .default)
        #expect(none.cancelled.isEmpty && none.kept.count == 2)
        let one = try await bench.schedule.cancel(ScheduleQuery(name: "pasta"), in: .default)
        #expect(one.cancelled.map(\.name) == ["pasta"])
        #expect(try await bench.schedule.cancel(ScheduleQuery(), in: .default).cancelled.count == 1)
        #expect(try await bench.left(ScheduleQuery(kind: .alarm)) == "No alarm is set.")
        await bench.stop()
    }

    @Test("timers with the same name are counted in the order in which they are due, and chosen by their place")
    func places() async throws {
        let bench = try ScheduleBench(folder)
        for _ in 1...3 {
            try await bench.set("Timer")
            try await bench.clock.pass(60)
        }
        #expect(
            try await bench.left()
                == "The first 10 minute timer has 7 minutes left. The second 10 minute timer has 8 minutes left. The third 10 minute timer has 9 minutes left."
        )
        var query = ScheduleQuery(kind: .timer, place: 2)
        #expect(try await bench.schedule.cancel(query, in: .default).cancelled.count == 1)
        #expect(
            try await bench.left()
                == "The first 10 minute timer has 7 minutes left. The second 10 minute timer has 9 minutes left.")
        query.place = 3
        #expect(try await bench.left(query) == "No third timer is set.")
        await bench.stop()
    }

    @Test("an alarm at seven is at the nearest seven o'clock, which is what the answer says")
    func nearestHour() async throws {
        // 2026-11-25 15:00.
        let clock = TestScheduleClock(wall: 1_795_618_800)
        let bench = try ScheduleBench(folder, clock: clock)
        let memory = AppMemory(
            store: AppStore(path: folder.path + "/k.sqlite"), schedule: bench.schedule,
            app: { [app = bench.app] in app })
        for (words, value, spoken) in [
            ("half past seven", "07:30", "7:30 PM"), ("seven thirty am", "07:30", "7:30 AM"),
            ("07:30", "07:30", "7:30 AM"), ("two", "02:00", "2:00 AM"),
        ] {
            let parameter = Parameter(value: .text(value), words: words, type: "Time")
            var plan = ActionPlan(
                [
                    .schedule(try #require(bench.app.command("At")?.actions.flatMap(\.schedules).first)),
                    .speak(Speech(try Template("{time} {time.value} {output}"))),
                ], failed: [], values: ActionValues(["time": parameter], types: ["time": "Time"]))
            guard case .remember(let request) = plan.next() else {
                Issue.record("nothing is scheduled")
                continue
            }
            plan.remembered(await memory.perform(request, in: .default))
            guard case .done(let outcome) = plan.next() else { continue }
            let time = spoken.hasSuffix("PM") ? "19:30" : value
            #expect(outcome.events == [AudioEvent.speech(.init("\(spoken) \(time) \(spoken)"))])
        }
        await bench.stop()
    }

    @Test(
        "an alarm for a day of the week whose time is past is in a week, which the answer says, and none is for today")
    func pastWeekday() async throws {
        // Friday, 2026-11-27 21:20.
        let bench = try ScheduleBench(folder, clock: TestScheduleClock(wall: 1_795_814_400))
        let memory = AppMemory(
            store: AppStore(path: folder.path + "/k.sqlite"), schedule: bench.schedule,
            app: { [app = bench.app] in app })
        for (words, day) in [("friday", "2026-12-04"), ("today", nil)] as [(String, String?)] {
            var plan = ActionPlan(
                [
                    .schedule(try #require(bench.app.command("On")?.actions.flatMap(\.schedules).first)),
                    .speak(Speech(try Template("{day.value}"))),
                ], failed: [],
                values: ActionValues(
                    [
                        "time": Parameter(value: .text("20:00"), words: "eight pm", type: "Time"),
                        "day": Parameter(value: .text("2026-11-27"), words: words, type: "Date"),
                    ], types: ["time": "Time", "day": "Date"]))
            guard case .remember(let request) = plan.next() else {
                Issue.record("nothing is scheduled")
                continue
            }
            plan.remembered(await memory.perform(request, in: .default))
            guard case .done(let outcome) = plan.next() else { continue }
            if let day {
                #expect(outcome.events == [AudioEvent.speech(.init(day))])
            } else {
                #expect(outcome.problem?.contains("is past") == true)
            }
        }
        await bench.stop()
    }

    @Test("an alarm follows the wall clock when it is set, a timer does not; nobody's alarm ends by itself")
    func jumps() async throws {
        // 2026-11-25 5:00, and the alarm is at 7:00.
        let clock = TestScheduleClock(wall: 1_795_582_800)
        let bench = try ScheduleBench(folder, clock: clock)
        try await bench.set("Alarm")
        try await bench.set("Timer", ["length": "3h"])
        clock.setWall(by: 7195)
        try await clock.pass(20)
        try await bench.room.played.require("a ring") { !$0.isEmpty }
        #expect(bench.room.played.value.first == "default: Good morning.")
        // It rings for twelve seconds, and then waits for the next day. On a busy machine no more time passes
        // meanwhile.
        try await clock.pass(20)
        while try await bench.left(ScheduleQuery(kind: .alarm)).contains("ringing") { await Task.yield() }
        let count = bench.room.played.value.count
        #expect(count <= 5)
        clock.setWall(by: -3600)
        try await clock.pass(3700)
        #expect(bench.room.played.value.count == count, "the same seven o'clock comes twice")
        #expect(try await bench.left(ScheduleQuery(kind: .timer)).contains("1 hour"))
        await bench.stop()
    }

    @Test("a daily alarm rings at its next time although the clock was ahead by a year once")
    func aheadOnce() async throws {
        // 2026-11-25 5:00, and the alarm is at 7:00.
        let clock = TestScheduleClock(wall: 1_795_582_800)
        let bench = try ScheduleBench(folder, clock: clock)
        try await bench.set("Alarm")
        clock.setWall(by: 400 * 86_400)
        while bench.room.played.value.isEmpty { try await clock.pass(5) }
        while try await bench.left(ScheduleQuery(kind: .alarm)).contains("ringing") { await Task.yield() }
        clock.setWall(by: -400 * 86_400)
        let left = try await bench.left(ScheduleQuery(kind: .alarm))
        #expect(left.contains("1 hour") || left.contains("2 hours"), "\(left)")
        clock.setWall(by: 6600)
        while bench.room.played.value.count < 2 { try await clock.pass(5) }
        #expect(bench.room.played.value.last == "default: Good morning.")
        await bench.stop()
    }

    @Test("a disk that cannot be written refuses a timer in words, and a file of something else is left alone")
    func refused() async throws {
        try "not a database, but a text of some length".write(
            toFile: folder.path + "/k.sqlite", atomically: true, encoding: .utf8)
        let bench = try ScheduleBench(folder)
        let error = await #expect(throws: StoreError.self) { try await bench.set("Timer") }
        #expect(error?.reason.contains("put it aside") == true, "\(error?.reason ?? "")")
        await bench.stop()
        #expect(try String(contentsOfFile: folder.path + "/k.sqlite", encoding: .utf8).hasPrefix("not a"))
    }

    @Test("the number of timers in a room is bounded")
    func bounded() async throws {
        let bench = try ScheduleBench(folder)
        for _ in 0..<AppSchedule.maximumItems.inSession { try await bench.set("Timer") }
        let error = await #expect(throws: StoreError.self) { try await bench.set("Timer") }
        #expect(error?.code == .tooMany)
        try await bench.set("Timer", in: try #require(Session(rawValue: "hall")))
        await bench.stop()
    }

    @Test("a purge removes the timers of one room from the file, and their bytes")
    func purge() async throws {
        let bench = try ScheduleBench(folder)
        let hall = try #require(Session(rawValue: "hall-of-the-purge"))
        try await bench.set("Timer")
        try await bench.set("Timer", in: hall)
        await bench.stop()
        #expect(try await AppStorePurge.purge(hall, in: folder.path, isTrial: true).map(\.scheduled) == [1])
        #expect(try await AppStorePurge.purge(hall, in: folder.path).map(\.scheduled) == [1])
        #expect(try await AppStorePurge.purge(hall, in: folder.path).isEmpty)
        let left = try await AppStore(path: folder.path + "/k.sqlite").items().items.values.map(\.session)
        #expect(left == [.default])
        for file in try FileManager.default.contentsOfDirectory(atPath: folder.path) {
            let data = try Data(contentsOf: URL(fileURLWithPath: "\(folder.path)/\(file)"))
            #expect(data.firstRange(of: Data(hall.rawValue.utf8)) == nil, "\(file)")
        }
    }

    @Test("a purge leaves databases of something else alone, and one that cannot be read keeps no other from it")
    func purgeBesideOthers() async throws {
        let bench = try ScheduleBench(folder)
        let hall = try #require(Session(rawValue: "hall-of-the-purge"))
        for _ in 1...2 { try await bench.set("Timer", in: hall) }
        await bench.stop()
        let other = try DatabaseQueue(path: folder.path + "/a.sqlite")
        try await other.write { try $0.execute(sql: "CREATE TABLE notes (text)") }
        try other.close()
        #expect(try await AppStorePurge.purge(hall, in: folder.path, isTrial: true).map(\.scheduled) == [2])
        try folder.write("b.sqlite", String(repeating: "no database ", count: 100))
        let path = folder.path
        let error = await #expect(throws: StoreError.self) { _ = try await AppStorePurge.purge(hall, in: path) }
        #expect(error?.reason.contains("b.sqlite cannot be used") == true, "\(error?.reason ?? "")")
        #expect(try await AppStore(path: path + "/k.sqlite").items().items.isEmpty)
    }

    @Test("a purge fails while another program reads the removed bytes, and a second one removes them then")
    func purgeWhileRead() async throws {
        let bench = try ScheduleBench(folder)
        let hall = try #require(Session(rawValue: "hall-of-the-purge"))
        try await bench.set("Timer", in: hall)
        await bench.stop()
        let (folder, path) = (folder.path, folder.path + "/k.sqlite")
        let pool = try DatabasePool(path: path)
        let reader = try pool.makeSnapshot()
        let error = await #expect(throws: StoreError.self) { _ = try await AppStorePurge.purge(hall, in: folder) }
        #expect(error?.reason.contains("being read by another program") == true, "\(error?.reason ?? "")")
        try reader.close()
        #expect(try await AppStorePurge.purge(hall, in: folder).isEmpty)
        for ending in ["", "-wal"] {
            let data = try Data(contentsOf: URL(fileURLWithPath: path + ending))
            #expect(data.firstRange(of: Data(hall.rawValue.utf8)) == nil, "k.sqlite\(ending)")
        }
        try pool.close()
    }

    @Test("of two programs with one app, that which carries out the turns rings, also what the other has set")
    func successor() async throws {
        let clock = TestScheduleClock()
        let isFirstGone = Watched(false)
        let first = try ScheduleBench(folder, clock: clock)
        let second = try ScheduleBench(folder, clock: clock) { _ in isFirstGone.value }
        #expect(try await second.left() == "No timer is set.")
        try await first.set("Timer", ["length": "PT1M"])
        try await first.set("Timer", ["length": "PT10M"])
        try await first.play(1)
        #expect(try await first.schedule.stopRinging(in: .default).count == 1)
        try await clock.pass(60)
        #expect(second.room.played.value.isEmpty)
        #expect(try await second.left() == (try await first.left()))
        await first.stop()
        isFirstGone.change { $0 = true }
        try await second.play(1)
        #expect(second.room.played.value.first == "default: Your 10 minute timer is over.")
        await second.stop()
    }

    @Test("a program that no longer carries out the turns stops ringing, and so does one whose timer another stops")
    func handedBack() async throws {
        let clock = TestScheduleClock()
        let isFirstBack = Watched(false)
        let first = try ScheduleBench(folder, clock: clock) { _ in isFirstBack.value }
        let second = try ScheduleBench(folder, clock: clock) { _ in !isFirstBack.value }
        try await second.set("Timer", ["length": "PT1M"])
        try await second.play(1)
        isFirstBack.change { $0 = true }
        try await first.play(1)
        try await clock.pass(20)
        let count = second.room.played.value.count
        #expect(try await first.schedule.stopRinging(in: .default).count == 1)
        isFirstBack.change { $0 = false }
        try await clock.pass(60)
        #expect(second.room.played.value.count == count)
        #expect(try await second.left() == "No timer is set.")
        await first.stop()
        await second.stop()
    }
}
