import Foundation
import Glibc
import SaybusMessages
import SaybusSupport
import SaybusTesting
import Synchronization
import Testing

@testable import SaybusDispatch

/// The journal on a disk without space.
extension TurnJournalTests {
    @Test(
        "the turns of a time in which the disk was full are remembered once it has space again",
        .enabled(if: SmallDisk.isPossible, "needs the right to mount a small file system, as the superuser has"))
    func caughtUp() throws {
        let disk = try SmallDisk(kilobytes: 2048)
        func journal(_ run: UInt32) -> TurnJournal {
            TurnJournal(folder: disk.path + "/turns", name: "kitchen", run: run) { _, _ in }
        }
        var first: TurnJournal? = journal(1)
        let turns = (1...640).map { record(.begun, turn: TurnID(millisecondsSince1970: UInt64($0))) }
        for turn in turns[..<10] { first?.record(turn) }
        let filler = try fill(disk)
        for turn in turns[10..<639] { first?.record(turn) }
        try FileManager.default.removeItem(atPath: filler)
        first?.record(turns[639])
        first = nil
        #expect(journal(2).adopt().map(\.turn) == turns.map(\.turn))
    }

    @Test(
        "a journal has space for the ends of its turns when the disk is full",
        .enabled(if: SmallDisk.isPossible, "needs the right to mount a small file system, as the superuser has"))
    func reserved() throws {
        let disk = try SmallDisk(kilobytes: 256)
        let problems = Mutex<[String]>([])
        func journal(_ run: UInt32) -> TurnJournal {
            TurnJournal(folder: disk.path + "/turns", name: "kitchen", run: run) { problem, _ in
                if let problem { problems.withLock { $0.append(problem) } }
            }
        }
        var first: TurnJournal? = journal(1)
        let turns = (1...30).map { record(.begun, turn: TurnID(millisecondsSince1970: UInt64($0))) }
        for turn in turns { first?.record(turn) }
        try fill(disk)
        for var turn in turns {
            turn.phase = .ended
            first?.record(turn)
        }
        #expect(problems.withLock(\.self) == [])
        first = nil
        #expect(journal(2).adopt().allSatisfy { $0.phase == .ended })
    }

    @Test(
        "on a full disk the space of outdated records is used: an open turn is known, and an ended one is not open",
        .enabled(if: SmallDisk.isPossible, "needs the right to mount a small file system, as the superuser has"))
    func outdated() throws {
        let disk = try SmallDisk(kilobytes: 256)
        let problems = Mutex<[String]>([])
        func journal(_ run: UInt32) -> TurnJournal {
            TurnJournal(folder: disk.path + "/turns", name: "kitchen", run: run) { problem, _ in
                if let problem { problems.withLock { $0.append(problem) } }
            }
        }
        var first: TurnJournal? = journal(1)
        var ended = record(.begun)
        let open = record(.begun)
        first?.record(ended)
        try fill(disk)
        for number in 1...600 {
            let event = AudioEvent.speech(.init("\(number)" + String(repeating: " more", count: 200)))
            ended.replies = [TurnRecord.Reply(id: MessageID(), events: [event])]
            first?.record(ended)
        }
        (ended.phase, ended.replies) = (.ended, [])
        first?.record(ended)
        first?.record(open)
        #expect(problems.withLock(\.self) == [])
        first = nil
        let adopted = journal(2).adopt()
        #expect(adopted.filter { $0.phase != .ended }.map(\.turn) == [open.turn])
    }

    @Test(
        "a disk that stays full is a problem until there is space, also when the records of this moment fit",
        .enabled(if: SmallDisk.isPossible, "needs the right to mount a small file system, as the superuser has"))
    func staysFull() throws {
        let disk = try SmallDisk(kilobytes: 256)
        let reports = Watched<[String?]>([])
        try FileManager.default.createDirectory(
            atPath: disk.path + "/turns", withIntermediateDirectories: true, attributes: [.posixPermissions: 0o700])
        let filler = try fill(disk)
        let journal = TurnJournal(folder: disk.path + "/turns", name: "kitchen", run: 1) { problem, _ in
            reports.change { $0.append(problem) }
        }
        journal.record(record(.begun))
        #expect(reports.value.count == 1)
        // Room for some records, and not for the reserve.
        #expect(truncate(filler, 200 << 10) == 0)
        for _ in 0..<3 { journal.record(record(.begun)) }
        #expect(reports.value.count == 1, "\(reports.value)")
        try FileManager.default.removeItem(atPath: filler)
        journal.record(record(.begun))
        #expect(reports.value.count == 2 && reports.value.last == .some(nil), "\(reports.value)")
    }

    @Test(
        "a full disk is reported once, no half line stays in the file, and the end of the problem is reported",
        .enabled(if: SmallDisk.isPossible, "needs the right to mount a small file system, as the superuser has"))
    func fullDisk() async throws {
        let disk = try SmallDisk(kilobytes: 2048)
        let reports = Watched<[String?]>([])
        var journal: TurnJournal? = TurnJournal(folder: disk.path + "/turns", name: "kitchen", run: 1) { problem, _ in
            reports.change { $0.append(problem) }
        }
        let filler = try fill(disk)
        var turns: [TurnID] = []
        for _ in 0..<600 {
            let begun = record(.begun)
            turns.append(begun.turn)
            journal?.record(begun)
        }
        let first = reports.value
        #expect(first.count == 1 && first[0]?.contains("No space left") == true, "\(first)")
        try FileManager.default.removeItem(atPath: filler)
        let last = record(.begun)
        journal?.record(last)
        // The journal's own timer may be the one that finds the space.
        let all = try await reports.require("the end of the problem") { $0.count > first.count }
        #expect(all == first + [nil])
        journal = nil
        let successor = TurnJournal(folder: disk.path + "/turns", name: "kitchen", run: 2) { _, _ in }
        var adopted: [TurnID] = []
        // The timer may still hold the journal, and with it the lock on the file.
        for _ in 0..<1_000_000 where adopted.isEmpty {
            adopted = successor.adopt().map(\.turn)
            if adopted.isEmpty { await Task.yield() }
        }
        #expect(Set(adopted) == Set(turns + [last.turn]))
    }

    /// Fills the free space of a disk.
    /// - Returns: The file that takes the space.
    @discardableResult
    private func fill(_ disk: SmallDisk) throws -> String {
        let filler = disk.path + "/filler"
        #expect(FileManager.default.createFile(atPath: filler, contents: nil))
        let handle = try FileHandle(forWritingTo: URL(filePath: filler))
        let block = Data(repeating: 0, count: 4096)
        while (try? handle.write(contentsOf: block)) != nil {}
        try handle.close()
        return filler
    }
}
