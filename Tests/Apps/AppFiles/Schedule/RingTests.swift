import Foundation
import SaybusMessages
import SaybusTesting
import Testing

@testable import SaybusAppFiles

@Suite("Rings of timers and alarms", .timeLimit(.minutes(1)))
struct RingTests {
    private let folder: TemporaryFolder

    init() throws { folder = try TemporaryFolder() }

    @Test("\"stop\" ends what was heard; what is due and was not heard yet rings next")
    func unheard() async throws {
        let bench = try ScheduleBench(folder)
        let names = ["fig", "plum", "pear"]
        for name in names { try await bench.set("Timer", ["name": name, "length": "PT10S"]) }
        try await bench.clock.pass(10)
        try await bench.room.logged.require("the actions of all three") { $0 == 3 }
        var stopped: [String] = []
        // Time stands still meanwhile: each one rings as soon as the one before it is stopped.
        for count in 1...3 {
            try await bench.room.played.require("the ring of one more") { $0.count == count }
            let names = try await bench.schedule.stopRinging(in: .default).map(\.name)
            // The next one may have rung already.
            #expect(bench.room.played.value[count - 1] == "default: Your \(names.first ?? "") timer is over.")
            #expect(names.count == 1)
            stopped += names
        }
        #expect(stopped.sorted() == names.sorted())
        #expect(try await bench.left() == "No timer is set.")
        await bench.stop()
    }

    @Test("a repetition waits for the pause after the ring of another app, too")
    func otherApp() async throws {
        let bench = try ScheduleBench(folder)
        try await bench.set("Timer", ["length": "PT10S"])
        try await bench.clock.pass(10)
        try await bench.room.played.require("a ring") { $0.count == 1 }
        let start = bench.clock.now.steady
        // The schedule waits for what is due next, and the ring for the end of its pause.
        try await bench.clock.pass(3, sleepers: 2)
        await bench.schedule.soundEnded(in: .default)
        while bench.room.played.value.count < 2 { try await bench.clock.pass(1, sleepers: 2) }
        #expect(bench.clock.now.steady - start >= 7)
        #expect(try await bench.schedule.stopRinging(in: .default).count == 1)
        await bench.stop()
    }

    @Test("what is due rings without words while its actions wait for a program, and with them afterwards")
    func slowActions() async throws {
        let bench = try ScheduleBench(folder)
        bench.room.haveProgramsEnded.change { $0 = false }
        try await bench.set("Slow")
        try await bench.play(1)
        #expect(bench.room.played.value.first == "default: *")
        bench.room.haveProgramsEnded.change { $0 = true }
        try await bench.room.logged.require("the actions") { $0 == 1 }
        while bench.room.played.value.last != "default: Done." { try await bench.clock.pass(5) }
        #expect(try await bench.schedule.stopRinging(in: .default).count == 1)
        #expect(bench.room.logged.value == 1)
        await bench.stop()
    }

    @Test("after its time nothing rings while its actions go on, and their words are heard once")
    func longActions() async throws {
        let bench = try ScheduleBench(folder)
        bench.room.haveProgramsEnded.change { $0 = false }
        try await bench.set("SlowAndShort")
        try await bench.play(1)
        try await bench.clock.pass(120)
        // At most one each four seconds of the twelve, and one as they end.
        let count = bench.room.played.value.count
        #expect(count <= 5 && Set(bench.room.played.value) == ["default: *"])
        bench.room.haveProgramsEnded.change { $0 = true }
        try await bench.room.logged.require("the actions") { $0 == 1 }
        while bench.room.played.value.last != "default: Done." { try await bench.clock.pass(5) }
        while try await bench.left() != "No timer is set." { await Task.yield() }
        #expect(bench.room.played.value.count { $0 == "default: Done." } == 1)
        await bench.stop()
    }

    @Test("what no audio stage plays stays due, rings as soon as one does, and says how late it is")
    func withoutAudio() async throws {
        let bench = try ScheduleBench(folder)
        bench.room.isAudible.change { $0 = false }
        try await bench.set("Timer", ["name": "pasta", "length": "PT10S"])
        let late = "default: The pasta timer was due"
        while !bench.room.unheard.value.contains(where: { $0.hasPrefix(late) }) { try await bench.clock.pass(5) }
        #expect(try await bench.left() == "The pasta timer is ringing.")
        bench.room.isAudible.change { $0 = true }
        try await bench.play(1)
        #expect(bench.room.played.value.first?.hasPrefix(late) == true)
        #expect(bench.room.logged.value == 1 && bench.room.missed.value.isEmpty)
        #expect(try await bench.schedule.stopRinging(in: .default).count == 1)
        #expect(try await bench.left() == "No timer is set.")
        await bench.stop()
    }

    @Test("what no audio stage has played for more than an hour is over, and the log says so")
    func neverHeard() async throws {
        let bench = try ScheduleBench(folder)
        bench.room.isAudible.change { $0 = false }
        try await bench.set("Timer", ["length": "PT10S"])
        let start = bench.clock.now.steady
        while bench.room.missed.value.isEmpty { try await bench.clock.pass(5) }
        #expect(bench.room.missed.value == ["timer"])
        #expect(bench.clock.now.steady - start > AppSchedule.lateness.silent)
        while try await bench.left() != "No timer is set." { await Task.yield() }
        await bench.stop()
    }
}
