import Foundation
import SaybusBus
import SaybusMessages
import SaybusSupport
import Synchronization

/// A journal of the open turns and questions. When this program is killed, a successor reads it, repeats no command,
/// and ends every turn and every question.
///
/// Each program writes its own file, one line of JSON for each step, *before* it takes the step. It holds a lock on the
/// file, which the kernel releases however the program ends. A file without a lock belongs to a dead predecessor, and
/// what it has left open is adopted. Nothing is flushed to the disk: the file survives the program, and a failure of
/// the machine also ends the publishers that would retransmit the intent.
package final class TurnJournal: Sendable {
    private struct State {
        var ledger = TurnLedger()
        var questions = QuestionLedger()
        var adopted: GenerationalCache<TurnID, Void>
        /// The adopted questions that nobody has taken yet.
        var adoptedQuestions: [QuestionRecord] = []
        /// Turns of predecessors that cannot be ended, because their records or the headers of their intents cannot be
        /// read.
        var damaged: GenerationalCache<TurnID, Void>
        var file: JournalFile
        /// The text that was reported because writing fails; nil while it works.
        var problem: String?

        init(_ file: JournalFile, adoptions: Int) {
            self.file = file
            adopted = GenerationalCache(capacity: adoptions)
            damaged = GenerationalCache(capacity: adoptions)
        }

        /// Writes all records anew, into a new file, or on a full disk over those of the old one.
        /// - Returns: Whether the file holds all records now.
        mutating func rewrite() -> Bool {
            let records = data
            return file.rewrite(records) || file.overwrite(records)
        }

        /// All records as they are written. One that cannot be encoded was logged when it was written.
        var data: [UInt8] {
            let ofTurns = ledger.records.values.compactMap { try? TurnJournal.line($0) }
            let ofQuestions = questions.records.values.compactMap { try? TurnJournal.line($0) }
            return Array((ofTurns + ofQuestions).joined())
        }

        /// Writes all records that the file lacks.
        /// - Returns: Whether the problem is over: the file holds all records, and the next ones have space.
        mutating func catchUp() -> Bool { rewrite() && !file.lacksSpace }
    }

    private let state: Mutex<State>
    private let folder: String
    private let prefix: String
    private let path: String
    private let report: @Sendable (_ problem: String?, _ former: String?) -> Void

    /// Creates a journal for an app's turns.
    /// - Parameters:
    ///   - folder: The folder with the journals of all programs on this bus.
    ///   - name: A name shared by this program and its possible successors, and by no other program.
    ///   - run: The program's run, which makes the file's name unique.
    ///   - adoptions: The least number of adopted turns that are remembered as such.
    ///   - report: Receives the reason why turns are not remembered across a restart; nil, with the former reason, when
    ///     they are again.
    package init(
        folder: String, name: String, run: UInt32, adoptions: Int = 16_384,
        report: @escaping @Sendable (_ problem: String?, _ former: String?) -> Void
    ) {
        self.folder = folder
        self.report = report
        prefix = name.asFileName + "."
        path = "\(folder)/\(prefix)\(getpid()).\(run).jsonl"
        state = Mutex(State(JournalFile(path, in: folder), adoptions: adoptions))
        do {
            try PrivateDirectory.create(folder)
        } catch {
            report("\(Self.consequence): \(error)", nil)
            return
        }
        if !state.withLock({ $0.file.open() }) {
            report("\(Self.consequence): cannot write \(path): \(String(cString: strerror(errno)))", nil)
        }
    }

    deinit { state.withLock { $0.file.close() } }

    /// Writes a step of a turn.
    package func record(_ record: TurnRecord) {
        var record = record
        record.at = SteadyClock.microseconds()
        write(record)
    }

    /// Writes the state of a question.
    package func record(_ question: QuestionRecord) {
        write(question, of: "the question \(question.question.request)") { $0.questions.apply(question) }
    }

    private func write(_ record: TurnRecord) {
        var step = record
        // The file has the intent already: after a failure to write, all records are written anew, as a whole.
        if state.withLock({ $0.ledger.records[record.turn] }) != nil { step.intent = "" }
        write(step, of: "the turn \(record.turn)") { $0.ledger.apply(record) }
    }

    /// Writes a record.
    /// - Parameters:
    ///   - subject: The turn or question of the record, for the user.
    ///   - apply: Applies the record to its ledger.
    private func write(_ record: some Encodable, of subject: String, _ apply: (inout State) -> Void) {
        let line: [UInt8]
        do { line = try Self.line(record) } catch {
            // Without the record, an earlier one of the same subject counts for a successor.
            return report("\(Self.consequence): \(subject) cannot be written as JSON: \(error)", nil)
        }
        let (problem, former): (String?, String?) = state.withLock { state in
            apply(&state)
            guard state.file.isOpen else { return (nil, nil) }
            let former = state.problem
            if former != nil {
                if state.catchUp() { state.problem = nil }
            } else if state.file.isRemoved {
                if !state.file.rewrite(state.data) {
                    state.problem = "\(Self.consequence): \(path) was removed"
                    catchUpLater()
                }
            } else if let failure = state.file.append(line) {
                // Outdated records may take the space that this one lacks.
                if !state.rewrite() {
                    state.problem = "\(Self.consequence): cannot write \(path): \(String(cString: strerror(failure)))"
                    catchUpLater()
                }
            } else if state.file.isLarge, !state.file.rewrite(state.data) {
                // If the disk has no room for a new file, the old file continues to grow.
                state.file.grow()
            }
            return (state.problem, former)
        }
        // Another thread may have written since.
        if problem != former, state.withLock({ $0.problem }) == problem { report(problem, former) }
    }

    private static func line(_ record: some Encodable) throws -> [UInt8] {
        try JSONCoding.encode(record) + [UInt8(ascii: "\n")]
    }

    /// The consequence of a failure, for the user.
    private static let consequence = "turns are not remembered across a restart"

    /// Tries once a second to write the records that the file lacks.
    private func catchUpLater() {
        DispatchQueue.global().asyncAfter(deadline: .now() + .seconds(1)) { [weak self] in
            guard let self else { return }
            let (isBehind, former): (Bool, String?) = state.withLock { state in
                guard let problem = state.problem, state.file.isOpen else { return (false, nil) }
                guard state.catchUp() else { return (true, nil) }
                state.problem = nil
                return (false, problem)
            }
            if isBehind { catchUpLater() }
            if let former { report(nil, former) }
        }
    }

    /// Closes the journal of a program that stops in an orderly way. All ends of turns have been published, so a
    /// successor need not publish them again.
    package func finish() {
        state.withLock { state in
            state.ledger.settle()
            state.file.rewrite(state.data)
            state.file.close()
        }
    }

    /// Returns whether a turn was adopted from a predecessor.
    package func isAdopted(_ turn: TurnID?) -> Bool {
        turn.map { turn in state.withLock { $0.adopted.contains(turn) } } ?? false
    }

    /// Returns whether a predecessor may have carried out a turn whose record cannot be read. Nobody may carry it out
    /// again.
    package func isDamaged(_ turn: TurnID?) -> Bool {
        turn.map { turn in state.withLock { $0.damaged.contains(turn) } } ?? false
    }

    /// Moves the turns and the open questions of dead predecessors from their journals into this one. The questions are
    /// those of ``takeQuestions()``.
    ///
    /// A turn whose intent cannot be read is not adopted, since it cannot be ended, and is reported. So is a journal
    /// that cannot be read, which stays for a later attempt. A turn may be in two journals, if a predecessor was killed
    /// before it had removed one that it had adopted; its newest record counts.
    /// - Returns: Turns that go on, and turns that ended so lately that their end may not have been published.
    package func adopt() -> [TurnRecord] {
        removeUnfinished()
        var adopted: [TurnID: TurnRecord] = [:]
        for name in journals() {
            let other = "\(folder)/\(name)"
            guard let descriptor = LockedFile.open(other) else {
                // A program that holds the lock lives, and keeps its turns.
                if errno != EWOULDBLOCK {
                    reportUnreadable(other, "cannot be read: \(String(cString: strerror(errno)))")
                }
                continue
            }
            defer { close(descriptor) }
            do throws(FileReadError) {
                let lines = try Self.lines(of: other)
                for record in adopt(lines, of: other) { adopted[record.turn] = record }
            } catch {
                reportUnreadable(other, error.description)
                continue
            }
            unlink(other)
        }
        return adopted.values.sorted { $0.turn < $1.turn }
    }

    /// Removes and returns the adopted questions, in the order of asking.
    package func takeQuestions() -> [QuestionRecord] {
        let questions = state.withLock { state in
            defer { state.adoptedQuestions = [] }
            return state.adoptedQuestions
        }
        return questions.sorted { $0.question.request < $1.question.request }
    }

    /// Returns the names of the journals of all other programs that this one may succeed.
    private func journals() -> [String] {
        do {
            return try FileManager.default.contentsOfDirectory(atPath: folder).filter {
                $0.hasPrefix(prefix) && $0.hasSuffix(".jsonl") && "\(folder)/\($0)" != path
            }.sorted()
        } catch let error as CocoaError where [.fileNoSuchFile, .fileReadNoSuchFile].contains(error.code) {
            // Nobody has written one.
            return []
        } catch {
            report("the folder \(folder) cannot be read: \(error.plainReason); \(Self.unknown)", nil)
            return []
        }
    }

    /// Removes the files that dead predecessors were writing anew. All that is in them is in their journals, too.
    private func removeUnfinished() {
        let names = (try? FileManager.default.contentsOfDirectory(atPath: folder)) ?? []
        for name in names where name.hasPrefix(prefix) && name.hasSuffix(".jsonl" + JournalFile.unfinishedSuffix) {
            let other = "\(folder)/\(name)"
            // Another thread of this program may be writing its own.
            guard other != path + JournalFile.unfinishedSuffix else { continue }
            // A program that holds the lock lives.
            guard let descriptor = LockedFile.open(other) else { continue }
            unlink(other)
            close(descriptor)
        }
    }

    /// The part of a line that can still be read when a newer version has written the line.
    private struct SubjectOfLine: Decodable {
        var turn: TurnID
    }

    /// Moves the turns of a journal's lines into this journal. A turn of which no line can be read is one that nobody
    /// may carry out again.
    private func adopt(_ lines: [ArraySlice<UInt8>], of other: String) -> [TurnRecord] {
        var ledger = TurnLedger()
        var questions = QuestionLedger()
        var unreadable = 0
        var unread: Set<TurnID> = []
        for (index, line) in lines.enumerated() where !line.isEmpty {
            if let record = try? JSONCoding.decode(TurnRecord.self, from: Array(line)) {
                ledger.apply(record)
            } else if var record = try? JSONCoding.decode(QuestionRecord.self, from: Array(line)) {
                record.at = max(0, record.at)
                questions.apply(record)
            } else if index < lines.count - 1 {
                // Only the last line may be torn: its program was killed while it wrote.
                unreadable += 1
                if let turn = try? JSONCoding.decode(SubjectOfLine.self, from: Array(line)).turn { unread.insert(turn) }
            }
        }
        // A newer version may have written them, before it was replaced by this one.
        for turn in unread where ledger.records[turn] == nil { state.withLock { _ = $0.damaged.insert(turn) } }
        if unreadable > 0 { reportUnreadable(other, "has \(unreadable) lines that cannot be read") }
        let now = SteadyClock.microseconds()
        for question in questions.records.values where question.age(at: now) < QuestionLedger.memory {
            adopt(question)
        }
        var adopted: [TurnRecord] = []
        for record in ledger.records.values.sorted(by: { $0.turn < $1.turn })
        where record.phase != .ended || record.age(at: now) < TurnLedger.memory {
            guard record.header != nil else {
                state.withLock { _ = $0.damaged.insert(record.turn) }
                report("the turn \(record.turn) of a killed program cannot be ended: its record is damaged", nil)
                continue
            }
            if let known = state.withLock({ $0.ledger.records[record.turn] }), known.at >= record.at { continue }
            state.withLock { _ = $0.adopted.insert(record.turn) }
            // The record keeps its time, so that ends are forgotten after their retention time in any successor.
            write(record)
            adopted.append(record)
        }
        return adopted
    }

    /// Moves a question into this journal, unless it is there already.
    private func adopt(_ question: QuestionRecord) {
        let isNew = state.withLock { state in
            guard state.questions.records[question.question.request] == nil else { return false }
            state.adoptedQuestions.append(question)
            return true
        }
        // The record keeps its time, after which nobody waits for an answer.
        if isNew { record(question) }
    }

    private func reportUnreadable(_ other: String, _ problem: String) {
        report("the journal \(other) \(problem); \(Self.unknown)", nil)
    }

    /// The consequence of a journal that cannot be read, for the user.
    private static let unknown = "turns of a killed program may stay open, or be carried out again"

    /// Returns the lines of a file. The last one is empty unless it lacks its end.
    private static func lines(of path: String) throws(FileReadError) -> [ArraySlice<UInt8>] {
        try RegularFile(path, atMost: .max).bytes.split(
            separator: UInt8(ascii: "\n"), omittingEmptySubsequences: false)
    }
}
