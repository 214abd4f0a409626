import Foundation
import SaybusBus
import SaybusMessages
import SaybusSupport
import Synchronization

/// A journal of the open turns. When this program is killed, a successor reads it, repeats no command, and ends every
/// turn.
///
/// Each program writes its own file, one line of JSON for each step, *before* it takes the step. It holds a lock on the
/// file, which the kernel releases however the program ends. A file without a lock belongs to a dead predecessor, and
/// its turns are adopted. Nothing is flushed to the disk: the file survives the program, and a failure of the machine
/// also ends the publishers that would retransmit the intent.
package final class TurnJournal: Sendable {
    /// Size in bytes beyond which the file is rewritten without outdated records.
    private static let rewriteSize = 4 << 20
    /// Space in bytes that is kept beyond the file's end, so that the steps of some 150 records can still be written
    /// when the disk is full: the end of a turn that no successor knows of would be reported as a failure.
    private static let reserve = 64 << 10

    private struct State {
        var ledger = TurnLedger()
        var adopted: GenerationalCache<TurnID, Void>
        /// Turns of predecessors that cannot be ended, because the headers of their intents cannot be read.
        var damaged: GenerationalCache<TurnID, Void>
        var descriptor: Int32?
        var size = 0
        /// The size that the file can reach on a full disk.
        var reserved = 0
        /// Whether the disk had no space to reserve.
        var lacksSpace = false
        /// The text that was reported because writing fails; nil while it works.
        var problem: String?
        var limit = TurnJournal.rewriteSize

        init(adoptions: Int) {
            adopted = GenerationalCache(capacity: adoptions)
            damaged = GenerationalCache(capacity: adoptions)
        }
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
    ///   - report: Receives the reason why turns are not remembered over a restart; nil, with the former reason, when
    ///     they are again.
    package init(
        folder: String, name: String, run: UInt32, adoptions: Int = 16_384,
        report: @escaping @Sendable (_ problem: String?, _ former: String?) -> Void
    ) {
        self.folder = folder
        self.report = report
        state = Mutex(State(adoptions: adoptions))
        prefix = name.asFileName + "."
        path = "\(folder)/\(prefix)\(getpid()).\(run).jsonl"
        do {
            try PrivateDirectory.create(folder)
        } catch {
            report("\(Self.consequence): \(error)", nil)
            return
        }
        let descriptor = LockedFile.open(path)
        state.withLock { state in
            state.descriptor = descriptor
            Self.reserveSpace(&state)
        }
        if descriptor == nil {
            report("\(Self.consequence): cannot write \(path): \(String(cString: strerror(errno)))", nil)
        }
    }

    deinit { if let descriptor = state.withLock({ $0.descriptor }) { close(descriptor) } }

    /// Writes a step of a turn.
    package func record(_ record: TurnRecord) {
        var record = record
        record.at = SteadyClock.microseconds()
        write(record)
    }

    private func write(_ record: TurnRecord) {
        let line: [UInt8]
        var step = record
        // The file has the intent already: after a failure to write, all records are written anew, as a whole.
        if state.withLock({ $0.ledger.records[record.turn] }) != nil { step.intent = "" }
        do { line = try Self.line(step) } catch {
            // Without the record, an earlier step of the turn counts for a successor.
            return report("\(Self.consequence): the turn \(record.turn) cannot be written as JSON: \(error)", nil)
        }
        let (problem, former): (String?, String?) = state.withLock { state in
            state.ledger.apply(record)
            guard let descriptor = state.descriptor else { return (nil, nil) }
            let former = state.problem
            if former != nil {
                if catchUp(&state) { state.problem = nil }
            } else if LockedFile.isRemoved(descriptor) {
                if !rewrite(&state) {
                    state.problem = "\(Self.consequence): \(path) was removed"
                    catchUpLater()
                }
            } else if let failure = Self.append(line, to: descriptor, of: state.size) {
                // Outdated records may take the space that this one lacks.
                if !rewrite(&state), !overwrite(&state) {
                    state.problem = "\(Self.consequence): cannot write \(path): \(String(cString: strerror(failure)))"
                    catchUpLater()
                }
            } else {
                state.size += line.count
                Self.reserveSpace(&state)
                // If the disk has no room for a new file, the old file continues to grow.
                if state.size > state.limit, !rewrite(&state) { state.limit = state.size + Self.rewriteSize }
            }
            return (state.problem, former)
        }
        // Another thread may have written since.
        if problem != former, state.withLock({ $0.problem }) == problem { report(problem, former) }
    }

    /// Reserves space beyond the file's end when half of it is used.
    private static func reserveSpace(_ state: inout State) {
        guard let descriptor = state.descriptor, state.reserved - state.size < reserve / 2 else { return }
        let isReserved = LockedFile.reserve(reserve, beyond: state.size, of: descriptor)
        // Some file systems cannot reserve any.
        state.lacksSpace = !isReserved && errno == ENOSPC
        if isReserved { state.reserved = state.size + reserve }
    }

    private static func line(_ record: TurnRecord) throws -> [UInt8] {
        try JSONCoding.encode(record) + [UInt8(ascii: "\n")]
    }

    /// Appends a line to a file of a size. A line that is written only in part is removed, since the next one would
    /// continue it.
    /// - Returns: The error number; nil on success.
    private static func append(_ line: [UInt8], to descriptor: Int32, of size: Int) -> Int32? {
        let written = line.withUnsafeBytes { Glibc.write(descriptor, $0.baseAddress, $0.count) }
        guard written != line.count else { return nil }
        let failure = written < 0 ? errno : ENOSPC
        if written > 0 { ftruncate(descriptor, off_t(size)) }
        return failure
    }

    /// The consequence of a failure, for the user.
    private static let consequence = "turns are not remembered over a restart"

    /// Tries once a second to write the records that the file lacks.
    private func catchUpLater() {
        DispatchQueue.global().asyncAfter(deadline: .now() + .seconds(1)) { [weak self] in
            guard let self else { return }
            let (isBehind, former): (Bool, String?) = state.withLock { state in
                guard let problem = state.problem, state.descriptor != nil else { return (false, nil) }
                guard catchUp(&state) else { return (true, nil) }
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
            rewrite(&state)
            if let descriptor = state.descriptor { close(descriptor) }
            state.descriptor = nil
        }
    }

    /// Returns whether a turn was adopted from a predecessor.
    package func isAdopted(_ turn: TurnID?) -> Bool {
        turn.map { turn in state.withLock { $0.adopted.contains(turn) } } ?? false
    }

    /// Returns whether a predecessor may have carried out a turn whose record is damaged. Nobody may carry it out
    /// again.
    package func isDamaged(_ turn: TurnID?) -> Bool {
        turn.map { turn in state.withLock { $0.damaged.contains(turn) } } ?? false
    }

    /// Moves the turns of dead predecessors from their journals into this one.
    ///
    /// A turn whose intent cannot be read is not adopted, since it cannot be ended, and is reported. So is a journal
    /// that cannot be read, which stays for a later attempt.
    /// - Returns: Turns that go on, and turns that ended so lately that their end may not have been published.
    package func adopt() -> [TurnRecord] {
        var adopted: [TurnRecord] = []
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
                adopted += adopt(lines, of: other)
            } catch {
                reportUnreadable(other, error.description)
                continue
            }
            unlink(other)
        }
        return adopted
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

    /// Moves the turns of a journal's lines into this journal.
    private func adopt(_ lines: [ArraySlice<UInt8>], of other: String) -> [TurnRecord] {
        var ledger = TurnLedger()
        var unreadable = 0
        for (index, line) in lines.enumerated() where !line.isEmpty {
            if let record = try? JSONCoding.decode(TurnRecord.self, from: Array(line)) {
                ledger.apply(record)
            } else if index < lines.count - 1 {
                // Only the last line may be torn: its program was killed while it wrote.
                unreadable += 1
            }
        }
        if unreadable > 0 { reportUnreadable(other, "has \(unreadable) lines that cannot be read") }
        let now = SteadyClock.microseconds()
        var adopted: [TurnRecord] = []
        for record in ledger.records.values.sorted(by: { $0.turn < $1.turn })
        where record.phase != .ended || record.age(at: now) < TurnLedger.memory {
            guard record.header != nil else {
                state.withLock { _ = $0.damaged.insert(record.turn) }
                report("the turn \(record.turn) of a killed program cannot be ended: its record is damaged", nil)
                continue
            }
            state.withLock { _ = $0.adopted.insert(record.turn) }
            // The record keeps its time, so that ends are forgotten after their retention time in any successor.
            write(record)
            adopted.append(record)
        }
        return adopted
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

    /// Writes all records that the file lacks.
    /// - Returns: Whether the problem is over: the file holds all records, and the next ones have space.
    private func catchUp(_ state: inout State) -> Bool {
        if !rewrite(&state), !overwrite(&state) { return false }
        return !state.lacksSpace
    }

    /// Returns all records as they are written.
    private static func data(of ledger: TurnLedger) -> [UInt8] {
        // A record that cannot be encoded was logged when it was written.
        ledger.records.values.reduce(into: []) { $0 += (try? line($1)) ?? [] }
    }

    /// Writes the records over those of the file, whose space is there on a full disk, too.
    /// - Returns: Whether the file holds all records now.
    private func overwrite(_ state: inout State) -> Bool {
        let data = Self.data(of: state.ledger)
        guard data.count <= state.size else { return false }
        // The other descriptor only appends.
        let descriptor = Glibc.open(path, O_WRONLY | O_CLOEXEC | O_NOFOLLOW)
        guard descriptor >= 0 else { return false }
        defer { close(descriptor) }
        // Blank lines, so that older records do not follow if the program is killed before the file is cut.
        let whole = data + Array(repeating: UInt8(ascii: "\n"), count: state.size - data.count)
        let written = whole.withUnsafeBytes { Glibc.write(descriptor, $0.baseAddress, $0.count) }
        guard written == whole.count, ftruncate(descriptor, off_t(data.count)) == 0 else { return false }
        // The space that the file gives back is kept for its next steps.
        let rest = state.size - data.count
        let isReserved = rest > 0 && LockedFile.reserve(rest, beyond: data.count, of: descriptor)
        (state.size, state.reserved) = (data.count, data.count + (isReserved ? rest : 0))
        state.lacksSpace = state.reserved - state.size < Self.reserve / 2
        return true
    }

    /// Rewrites the file without outdated records. The new file is locked before it replaces the old one.
    /// - Returns: Whether the file holds all records now.
    @discardableResult
    private func rewrite(_ state: inout State) -> Bool {
        // The folder may have been removed with the bus's directory, which the broker makes again.
        mkdir(folder, 0o700)
        let new = path + ".new"
        unlink(new)
        guard let descriptor = LockedFile.open(new) else { return false }
        let data = Self.data(of: state.ledger)
        let written = data.withUnsafeBytes { Glibc.write(descriptor, $0.baseAddress, $0.count) }
        guard written == data.count, rename(new, path) == 0 else {
            close(descriptor)
            unlink(new)
            return false
        }
        if let old = state.descriptor { close(old) }
        state.descriptor = descriptor
        (state.size, state.reserved) = (written, 0)
        Self.reserveSpace(&state)
        // Room for twice as much again, so that most time is not spent on writing what was written before.
        state.limit = max(Self.rewriteSize, 3 * written)
        return true
    }
}
