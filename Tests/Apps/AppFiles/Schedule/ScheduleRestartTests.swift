import GRDB
import SaybusMessages
import SaybusSupport
import SaybusTesting
import Testing

@testable import SaybusAppFiles

@Suite("Timers across a restart", .timeLimit(.minutes(1)))
struct ScheduleRestartTests {
    private let folder: TemporaryFolder

    init() throws { folder = try TemporaryFolder() }

    @Test("what was due while the program was down is told once after its start, with how late it is")
    func late() async throws {
        var bench = try ScheduleBench(folder)
        try await bench.set("Timer", ["name": "pasta"])
        try await bench.set("Reminder")
        await bench.stop()
        let start = TestScheduleClock().now
        bench = try ScheduleBench(
            folder, clock: TestScheduleClock(wall: start.wall + 3900, steady: 7, boot: "second"))
        // One after the other, with the pause for "stop" between them.
        while Set(bench.room.played.value).count < 2 { try await bench.clock.pass(5) }
        #expect(
            Set(bench.room.played.value) == [
                "default: The pasta timer was due 55 minutes ago. Your pasta timer is over.",
                "default: Tea was due 5 minutes ago. Tea.",
            ])
        await bench.stop()
    }

    @Test("a program that ends while a timer rings rings again after its start, and runs the actions no second time")
    func killed() async throws {
        var bench = try ScheduleBench(folder)
        try await bench.set("Timer")
        // Time stands still while it rings, however busy the machine is: later it would be told how late it is.
        try await bench.clock.pass(600)
        try await bench.room.played.require("a ring") { !$0.isEmpty }
        try await bench.room.logged.require("the actions") { $0 == 1 }
        let now = bench.clock.now
        await bench.stop()
        bench = try ScheduleBench(folder, clock: TestScheduleClock(wall: now.wall + 5, steady: now.steady + 5))
        try await bench.room.played.require("a ring") { !$0.isEmpty }
        #expect(bench.room.played.value.first == "default: Your 10 minute timer is over.")
        #expect(bench.room.logged.value == 0)
        #expect(try await bench.schedule.stopRinging(in: .default).count == 1)
        await bench.stop()
        bench = try ScheduleBench(folder, clock: TestScheduleClock(wall: now.wall + 50, steady: now.steady + 50))
        #expect(try await bench.left() == "No timer is set.")
        await bench.stop()
    }

    @Test("a program that ends while the actions of a timer run says so after its start, and not that they are done")
    func cutOff() async throws {
        var bench = try ScheduleBench(folder)
        let start = bench.clock.now
        bench.room.haveProgramsEnded.change { $0 = false }
        try await bench.set("Slow")
        try await bench.play(1)
        #expect(bench.room.played.value.first == "default: *")
        await bench.stop()
        // However much time has passed until the ring: later it would be told how late it is.
        bench = try ScheduleBench(folder, clock: TestScheduleClock(wall: start.wall + 20, steady: start.steady + 20))
        let played = try await bench.room.played.require("a ring") { !$0.isEmpty }
        let apology = "Sorry, I was interrupted. Please check whether that was done."
        #expect(played.first == "default: Your 10 second timer. \(apology)")
        #expect(bench.room.interrupted.value == ["timer"] && bench.room.logged.value == 0)
        await bench.stop()
    }

    @Test("a program that ends after the actions of a timer says the same after its start, and does nothing again")
    func done() async throws {
        var bench = try ScheduleBench(folder)
        let start = bench.clock.now
        try await bench.set("Slow")
        while !bench.room.played.value.contains("default: Done.") { try await bench.clock.pass(5) }
        await bench.stop()
        bench = try ScheduleBench(folder, clock: TestScheduleClock(wall: start.wall + 20, steady: start.steady + 20))
        let played = try await bench.room.played.require("a ring") { !$0.isEmpty }
        #expect(played.first == "default: Done.")
        #expect(bench.room.interrupted.value.isEmpty && bench.room.logged.value == 0)
        await bench.stop()
    }

    @Test(
        "actions whose beginning cannot be stored are not run, since a restart would run them again; the user is told")
    func notStored() async throws {
        let bench = try ScheduleBench(folder)
        try await bench.set("Slow")
        try await bench.set("Timer", ["length": "PT10S"])
        let queue = try DatabaseQueue(path: folder.path + "/k.sqlite")
        try await queue.write { db in
            try db.execute(
                sql: """
                    CREATE TRIGGER refuse BEFORE UPDATE ON scheduled BEGIN SELECT RAISE(ABORT, 'the disk is full'); END
                    """)
        }
        try queue.close()
        // Actions that only speak are heard as ever.
        let rings = [
            "default: Your 10 second timer. Sorry, that did not work.", "default: Your 10 second timer is over.",
        ]
        while !Set(rings).isSubset(of: bench.room.played.value) { try await bench.clock.pass(5) }
        let played = bench.room.played.value
        #expect(played.contains { $0.hasPrefix("problem: ") && $0.contains("the disk is full") }, "\(played)")
        let lines = try await bench.room.logged.require("the actions of the timer that only speaks") { $0 > 0 }
        #expect(lines == 1)
        await bench.stop()
    }

    @Test("a timer whose end cannot be stored is removed as soon as it can be, and is not carried out after a restart")
    func endNotStored() async throws {
        let path = folder.path + "/k.sqlite"
        let bench = try ScheduleBench(folder)
        try await bench.set("SlowAndShort")
        let queue = try DatabaseQueue(path: path)
        try await queue.write { db in
            for change in ["UPDATE", "DELETE"] {
                try db.execute(
                    sql: """
                        CREATE TRIGGER refuse\(change) BEFORE \(change) ON scheduled
                        BEGIN SELECT RAISE(ABORT, 'the disk is full'); END
                        """)
            }
        }
        while !bench.room.played.value.contains("default: Your 10 second timer. Sorry, that did not work.") {
            try await bench.clock.pass(5)
        }
        while try await bench.left() != "No timer is set." { try await bench.clock.pass(5) }
        let other = AppStore(path: path)
        #expect(try await other.items().items.count == 1)
        try await queue.write { db in
            for change in ["UPDATE", "DELETE"] { try db.execute(sql: "DROP TRIGGER refuse\(change)") }
        }
        try queue.close()
        while try await !other.items().items.isEmpty { try await bench.clock.pass(5) }
        await bench.stop()
    }

    @Test("a timer that another version has stored is told and kept, and keeps no other one from ringing")
    func otherVersion() async throws {
        let path = folder.path + "/k.sqlite"
        var bench = try ScheduleBench(folder)
        try await bench.set("Timer", ["name": "pasta"])
        await bench.stop()
        let queue = try DatabaseQueue(path: path)
        try await queue.write { db in try db.execute(sql: "INSERT INTO scheduled (item) VALUES ('{\"new\": 1}')") }
        try queue.close()
        bench = try ScheduleBench(folder)
        try await bench.room.played.require("the problem") { $0.contains { $0.hasPrefix("problem: ") } }
        let problem = bench.room.played.value.first ?? ""
        #expect(problem.contains("1 of its timers, alarms and reminders cannot be read"), "\(problem)")
        while !bench.room.played.value.contains(where: { $0.contains("Your pasta timer is over.") }) {
            try await bench.clock.pass(5)
        }
        #expect(try await bench.schedule.stopRinging(in: .default).count == 1)
        await bench.stop()
        let recoveries = Watched(0)
        let store = AppStore(path: path) { recoveries.change { $0 += 1 } }
        let content = try await store.items()
        #expect(content.items.isEmpty && content.unreadable != nil, "it is still in the file")
        let place = folder.path
        let error = await #expect(throws: StoreError.self) { _ = try await AppStorePurge.purge(.default, in: place) }
        #expect(error?.reason == content.unreadable, "it may be one of the session")
        try await store.work { db in try db.execute(sql: "DELETE FROM scheduled") }
        #expect(try await store.items().unreadable == nil)
        #expect(recoveries.value == 1)
    }

    @Test("the beginning of an item that is due at another time meanwhile is not stored")
    func otherTime() async throws {
        let store = AppStore(path: folder.path + "/k.sqlite")
        let trigger = ScheduleTrigger.local(day: 20_000, second: 0, weekdays: [1])
        let item = ScheduledItem(
            key: "k", kind: .alarm, name: "", session: .default, trigger: trigger, values: ActionValues())
        let id = try await store.insert(item)
        #expect(try await store.begin(id, trigger.aWeekLater) == item)
        #expect(try await store.begin(id, trigger)?.hasBegun == false)
        #expect(try await store.begin(id, trigger)?.hasBegun == true)
    }

    /// Returns an app with a command that closes the window after ten seconds, and does more before.
    private func airing(_ command: String = "Air", before: String = "", close: String = "close") throws -> App {
        let yaml = """
            app: k
            commands:
              \(command):
                patterns: [air]
                do:\(before)
                  - after: {time: 10s, ring-time: 12s, do: [{exec: [\(close)]}, {log: closed}, {speak: Closed.}]}
            """
        return try App(yaml: yaml, file: "k.yaml")
    }

    @Test("a timer keeps its actions when the app's file gets another one before it, or its command is renamed")
    func keptActions() async throws {
        let other = "\n      - after: {time: 5s, do: [{exec: [beep]}, {speak: Beep.}]}"
        for changed in [try airing(before: other), try airing("AirOut")] {
            let folder = try TemporaryFolder()
            var bench = try ScheduleBench(folder, app: airing())
            let start = bench.clock.now
            try await bench.set("Air")
            await bench.stop()
            bench = try ScheduleBench(
                folder, clock: TestScheduleClock(wall: start.wall + 11, steady: start.steady + 11), app: changed)
            while !bench.room.played.value.contains("default: Closed.") { try await bench.clock.pass(5) }
            #expect(bench.room.logged.value == 1)
            await bench.stop()
        }
    }

    @Test("a timer whose actions the app's file has no more says that it was not done, and runs no others")
    func goneActions() async throws {
        var bench = try ScheduleBench(folder, app: airing())
        let start = bench.clock.now
        try await bench.set("Air")
        await bench.stop()
        bench = try ScheduleBench(
            folder, clock: TestScheduleClock(wall: start.wall + 11, steady: start.steady + 11),
            app: airing(close: "bolt"))
        let played = try await bench.room.played.require("a ring") { !$0.isEmpty }
        #expect(played.first == "default: Your 10 second timer. That was not done.")
        #expect(bench.room.logged.value == 0)
        #expect(bench.room.omitted.value == [DueWork.Omission.gone.rawValue])
        await bench.stop()
    }

    @Test("what is more than an hour late runs no programs, and is told once with what was not done")
    func tooLate() async throws {
        var bench = try ScheduleBench(folder)
        let start = bench.clock.now
        try await bench.set("Slow")
        await bench.stop()
        bench = try ScheduleBench(
            folder, clock: TestScheduleClock(wall: start.wall + 7210, steady: 7, boot: "second"))
        let played = try await bench.room.played.require("the words") { !$0.isEmpty }
        #expect(played == ["default: The 10 second timer was due 2 hours ago. That was not done."])
        #expect(bench.room.logged.value == 0)
        #expect(bench.room.omitted.value == [DueWork.Omission.late.rawValue])
        await bench.stop()
    }
}
