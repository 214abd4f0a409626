import Foundation
import Glibc
import SaybusBus
import SaybusMessages
import SaybusSupport
import Synchronization
import Testing

@testable import SaybusDispatch

@Suite("The journal of turns")
struct TurnJournalTests {
    private let folder = NSTemporaryDirectory() + "saybus-journal-" + UUID().uuidString.prefix(13)

    private func journal(_ run: UInt32, name: String = "kitchen") -> TurnJournal {
        TurnJournal(folder: folder, name: name, run: run) { _, _ in }
    }

    func record(
        _ phase: TurnRecord.Phase, at: Int64 = SteadyClock.microseconds(), turn: TurnID = TurnID()
    ) -> TurnRecord {
        let header = Header(
            kind: SpeechIntent.kind, session: .default, turn: turn, source: Source(role: .intent, instance: "a")!,
            run: 1,
            sequence: 0)
        var record = TurnRecord(intent: header, turn: turn, app: "kitchen", command: "Light")
        record.phase = phase
        record.at = at
        return record
    }

    @Test(
        "a living process keeps its turns, and the latest record of each turn of a dead process is adopted once"
    )
    func adoption() {
        defer { try? FileManager.default.removeItem(atPath: folder) }
        var first: TurnJournal? = journal(1)
        var begun = record(.begun, turn: TurnID(millisecondsSince1970: 1))
        var answered = record(.begun, turn: TurnID(millisecondsSince1970: 2))
        first?.record(begun)
        first?.record(answered)
        answered.phase = .answered
        answered.conclusion = TurnEnded(outcome: .handled)
        first?.record(answered)
        let second = journal(2)
        #expect(second.adopt().isEmpty)
        #expect(journal(3, name: "mail").adopt().isEmpty)
        first = nil
        let adopted = second.adopt()
        #expect(adopted.map(\.turn) == [begun.turn, answered.turn])
        #expect(adopted.map(\.phase) == [.begun, .answered])
        #expect(adopted.last?.conclusion == answered.conclusion)
        #expect(adopted.allSatisfy { $0.header?.turn == $0.turn })
        #expect(second.isAdopted(begun.turn) && !second.isAdopted(TurnID()) && !second.isAdopted(nil))
        #expect(second.adopt().isEmpty)
        begun.phase = .ended
        second.record(begun)
    }

    @Test(
        "a turn in the journals of two dead processes is adopted once, as the later one has left it",
        arguments: [[1, 2], [2, 1]] as [[UInt32]])
    func inTwoJournals(_ runs: [UInt32]) {
        defer { try? FileManager.default.removeItem(atPath: folder) }
        let turn = TurnID()
        var (earlier, later): (TurnJournal?, TurnJournal?) = (journal(runs[0]), journal(runs[1]))
        earlier?.record(record(.begun, turn: turn))
        later?.record(record(.answered, turn: turn))
        (earlier, later) = (nil, nil)
        let successor = journal(3)
        #expect(successor.adopt().map(\.phase) == [.answered])
        #expect(successor.adopt().isEmpty)
    }

    @Test("a journal is that of one app on one bus, however alike the names are")
    func otherBus() {
        defer { try? FileManager.default.removeItem(atPath: folder) }
        let app = String(repeating: "a", count: 62)
        var first: TurnJournal? = journal(1, name: "\(app)-all-tcp://127.0.0.1:5550")
        first?.record(record(.begun))
        var other: TurnJournal? = journal(2, name: "a.b")
        other?.record(record(.begun))
        (first, other) = (nil, nil)
        #expect(journal(3, name: "\(app)-all-tcp://127.0.0.1:5560").adopt().isEmpty)
        #expect(journal(4, name: "a-b").adopt().isEmpty)
        #expect(journal(5, name: "\(app)-all-tcp://127.0.0.1:5550").adopt().count == 1)
        #expect(journal(6, name: "a.b").adopt().count == 1)
    }

    @Test("the intent of a turn is written once, with the first of its steps")
    func writtenOnce() throws {
        defer { try? FileManager.default.removeItem(atPath: folder) }
        let journal = journal(1)
        var turn = record(.begun)
        for phase in [TurnRecord.Phase.begun, .answered, .ended] {
            turn.phase = phase
            journal.record(turn)
        }
        let name = try #require(FileManager.default.contentsOfDirectory(atPath: folder).first)
        let lines = try String(contentsOfFile: "\(folder)/\(name)", encoding: .utf8).split(separator: "\n")
        #expect(lines.map { $0.contains("speech.intent") } == [true, false, false])
    }

    @Test("after the folder of the journals was removed, the next step writes all open turns anew")
    func removedFolder() throws {
        defer { try? FileManager.default.removeItem(atPath: folder) }
        var first: TurnJournal? = journal(1)
        first?.record(record(.begun, turn: TurnID(millisecondsSince1970: 1)))
        try FileManager.default.removeItem(atPath: folder)
        first?.record(record(.begun, turn: TurnID(millisecondsSince1970: 2)))
        first = nil
        #expect(journal(2).adopt().count == 2)
    }

    @Test("records survive being adopted by several processes in turn, and invalid lines are ignored")
    func chain() throws {
        defer { try? FileManager.default.removeItem(atPath: folder) }
        let (open, ended) = (record(.begun), record(.ended))
        var first: TurnJournal? = journal(1)
        first?.record(open)
        first?.record(ended)
        first = nil
        var second: TurnJournal? = journal(2)
        #expect(second?.adopt().count == 2)
        second = nil
        let name = try #require(try FileManager.default.contentsOfDirectory(atPath: folder).first)
        let file = try FileHandle(forWritingTo: URL(fileURLWithPath: "\(folder)/\(name)"))
        try file.seekToEnd()
        try file.write(contentsOf: Data("half a li\n{}\n\u{0}\n{\"turn\":".utf8))
        try file.close()
        #expect(Set(journal(3).adopt().map(\.turn)) == [open.turn, ended.turn])
    }

    /// The turn in the journal of ``adopted(after:check:)``.
    private let onlyTurn = TurnID()

    /// Adopts the turns of a dead program's journal.
    /// - Parameters:
    ///   - change: Changes the journal's file before.
    ///   - check: Checks the folder after.
    /// - Returns: The turns, and the reported problems.
    private func adopted(
        after change: (_ path: String) throws -> Void, check: (_ folder: String) throws -> Void = { _ in }
    ) throws -> (turns: [TurnID], problems: [String]) {
        defer { try? FileManager.default.removeItem(atPath: folder) }
        var first: TurnJournal? = journal(9)
        first?.record(record(.begun, turn: onlyTurn))
        first = nil
        try change("\(folder)/\("kitchen".asFileName).\(getpid()).9.jsonl")
        let problems = Mutex<[String]>([])
        let second = TurnJournal(folder: folder, name: "kitchen", run: 2) { problem, _ in
            if let problem { problems.withLock { $0.append(problem) } }
        }
        let turns = second.adopt().map(\.turn)
        try check(folder)
        return (turns, problems.withLock(\.self))
    }

    private func append(_ text: String, to path: String) throws {
        let file = try FileHandle(forWritingTo: URL(fileURLWithPath: path))
        try file.seekToEnd()
        try file.write(contentsOf: Data(text.utf8))
        try file.close()
    }

    @Test("lines of a journal that cannot be read are reported once, with their number; a torn last line is not")
    func unreadableLines() throws {
        let lines = try adopted { try append("{}\nhalf a li\n{\"turn\":", to: $0) }
        #expect(lines.turns == [onlyTurn])
        #expect(lines.problems.count == 1 && lines.problems.first?.contains("has 2 lines that cannot be read") == true)
        let torn = try adopted { try append("{\"turn\":", to: $0) }
        #expect(torn.turns == [onlyTurn] && torn.problems == [])
    }

    @Test("lines with an impossible time are those of long ago")
    func impossibleTimes() throws {
        let turn = record(.begun, at: .min)
        let status = VoiceRequestStatus(
            request: MessageID(), state: .listening, question: .init(kind: "string", prompt: "Who?"))
        var question = QuestionRecord(status, in: .default)
        question.at = .min
        let lines = try [JSONEncoder().encode(turn), JSONEncoder().encode(question)]
        let text = lines.map { String(decoding: $0, as: UTF8.self) + "\n" }.joined()
        let found = try adopted { try append(text, to: $0) }
        #expect(Set(found.turns) == [turn.turn, onlyTurn] && found.problems == [])
    }

    @Test("a turn of which a newer version has written all lines is not carried out again")
    func newerVersion() throws {
        defer { try? FileManager.default.removeItem(atPath: folder) }
        var first: TurnJournal? = journal(9)
        first?.record(record(.begun, turn: onlyTurn))
        first = nil
        let newer = TurnID()
        let lines = [newer, onlyTurn].map { "{\"turn\":\"\($0)\",\"phase\":\"paused\",\"at\":1}\n" }
        try append(lines.joined(), to: "\(folder)/\("kitchen".asFileName).\(getpid()).9.jsonl")
        let second = journal(2)
        #expect(second.adopt().map(\.turn) == [onlyTurn])
        #expect(second.isDamaged(newer) && !second.isDamaged(onlyTurn))
    }

    @Test("a journal that cannot be read is reported and stays, and that of a living program is no problem")
    func unreadable() throws {
        let living = journal(1)
        living.record(record(.begun))
        defer { living.finish() }
        let prefix = "kitchen".asFileName
        let (pipe, directory) = ("\(prefix).0.1.jsonl", "\(prefix).0.2.jsonl")
        let found = try adopted { path in
            let folder = URL(fileURLWithPath: path).deletingLastPathComponent().path
            try #require(mkfifo("\(folder)/\(pipe)", 0o600) == 0)
            try #require(mkdir("\(folder)/\(directory)", 0o700) == 0)
        } check: { folder in
            let names = try FileManager.default.contentsOfDirectory(atPath: folder)
            #expect(names.contains(pipe) && names.contains(directory))
        }
        #expect(found.turns == [onlyTurn])
        #expect(found.problems.map { $0.contains("\(folder)/\(pipe) is a pipe") } == [true, false])
        #expect(found.problems.map { $0.contains("\(directory) cannot be read: Is a directory") } == [false, true])
    }

    @Test("a file that a program was writing anew when it was killed is removed by a successor")
    func unfinished() throws {
        let found = try adopted {
            try FileManager.default.copyItem(atPath: $0, toPath: $0 + ".new")
        } check: { folder in
            let names = try FileManager.default.contentsOfDirectory(atPath: folder)
            #expect(names.filter { $0.hasSuffix(".new") } == [])
        }
        #expect(found.turns == [onlyTurn] && found.problems == [])
    }

    @Test("a program that adopts turns leaves the file alone that it may be writing anew itself")
    func ownUnfinished() {
        defer { try? FileManager.default.removeItem(atPath: folder) }
        let own = journal(9)
        let path = "\(folder)/\("kitchen".asFileName).\(getpid()).9.jsonl.new"
        let isWritten = FileManager.default.createFile(atPath: path, contents: nil)
        #expect(isWritten && own.adopt().isEmpty)
        #expect(FileManager.default.fileExists(atPath: path))
    }

    @Test("a folder of journals that cannot be read is reported, and one that is gone has none")
    func unreadableFolder() throws {
        let problems = Mutex<[String]>([])
        let journal = TurnJournal(folder: folder, name: "kitchen", run: 1) { problem, _ in
            if let problem { problems.withLock { $0.append(problem) } }
        }
        try FileManager.default.removeItem(atPath: folder)
        #expect(journal.adopt().isEmpty && problems.withLock(\.self) == [])
        try "no folder".write(toFile: folder, atomically: true, encoding: .utf8)
        defer { try? FileManager.default.removeItem(atPath: folder) }
        #expect(journal.adopt().isEmpty)
        #expect(problems.withLock(\.self).map { $0.contains("\(folder) cannot be read") } == [true])
    }

    @Test("the last of many adopted turns are known as such")
    func manyAdopted() throws {
        defer { try? FileManager.default.removeItem(atPath: folder) }
        let turns = (1...6).map { TurnID(millisecondsSince1970: UInt64($0)) }
        var first: TurnJournal? = journal(1)
        for turn in turns { first?.record(record(.begun, turn: turn)) }
        first = nil
        let second = TurnJournal(folder: folder, name: "kitchen", run: 2, adoptions: 4) { _, _ in }
        #expect(second.adopt().map(\.turn) == turns)
        #expect(turns.suffix(4).allSatisfy { second.isAdopted($0) })
    }

    @Test("a turn whose intent cannot be read is reported and forgotten, and is not carried out again")
    func damaged() throws {
        defer { try? FileManager.default.removeItem(atPath: folder) }
        var (damaged, whole) = (record(.begun), record(.begun))
        damaged.intent = "{}"
        var first: TurnJournal? = journal(1)
        for record in [damaged, whole] { first?.record(record) }
        first = nil
        let problems = Mutex<[String]>([])
        var second: TurnJournal? = TurnJournal(folder: folder, name: "kitchen", run: 2) { problem, _ in
            if let problem { problems.withLock { $0.append(problem) } }
        }
        #expect(second?.adopt().map(\.turn) == [whole.turn])
        #expect(second?.isDamaged(damaged.turn) == true && second?.isDamaged(whole.turn) == false)
        #expect(problems.withLock(\.self).map { $0.contains("\(damaged.turn)") } == [true])
        second = nil
        let third = journal(3)
        #expect(third.adopt().map(\.turn) == [whole.turn])
        #expect(!third.isDamaged(damaged.turn))
        whole.phase = .ended
        third.record(whole)
    }

    @Test("after an orderly end the turns are known without their conclusions, so that they are not published again")
    func finished() {
        defer { try? FileManager.default.removeItem(atPath: folder) }
        var first: TurnJournal? = journal(1)
        var ended = record(.ended)
        ended.conclusion = TurnEnded(outcome: .handled)
        first?.record(ended)
        first?.finish()
        first = nil
        let adopted = journal(2).adopt()
        #expect(adopted.map(\.turn) == [ended.turn])
        #expect(adopted.first?.conclusion == nil)
    }

    @Test("only ended turns are forgotten, and only after the retention time")
    func ledger() {
        var ledger = TurnLedger(capacity: 2)
        let old = record(.ended, at: 0)
        let open = record(.begun, at: 0)
        ledger.apply(old)
        ledger.apply(open)
        ledger.apply(record(.ended, at: TurnLedger.memory + 1))
        #expect(ledger.records[old.turn] == nil)
        #expect(ledger.open.map(\.turn) == [open.turn])
        for _ in 0..<10 { ledger.apply(record(.ended)) }
        #expect(ledger.records.count == 3)
    }

    @Test("a growing file is rewritten and stays locked")
    func rewritten() throws {
        defer { try? FileManager.default.removeItem(atPath: folder) }
        var first: TurnJournal? = journal(1)
        var big = record(.begun)
        big.conclusion = TurnEnded(outcome: .failed, spoken: String(repeating: "x", count: 100_000))
        for _ in 0..<100 { first?.record(big) }
        let names = try FileManager.default.contentsOfDirectory(atPath: folder)
        #expect(names.count == 1)
        let size = try FileManager.default.attributesOfItem(atPath: "\(folder)/\(names[0])")[.size] as? Int ?? 0
        #expect(size < 5 << 20)
        let second = journal(2)
        #expect(second.adopt().isEmpty)
        first = nil
        #expect(second.adopt().map(\.turn) == [big.turn])
    }
}
