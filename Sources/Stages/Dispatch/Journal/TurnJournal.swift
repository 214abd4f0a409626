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
        var adopted: Set<TurnID> = []
        /// Turns of predecessors that cannot be ended, because the headers of their intents cannot be read.
        var damaged: Set<TurnID> = []
        var descriptor: Int32?
        var size = 0
        /// The size that the file can reach on a full disk.
        var reserved = 0
        /// The text that was reported because writing fails; nil while it works.
        var problem: String?
        var limit = TurnJournal.rewriteSize
    }

    private let state = Mutex(State())
    private let folder: String
    private let prefix: String
    private let path: String
    private let report: @Sendable (_ problem: String?, _ former: String?) -> Void

    /// Creates a journal for an app's turns.
    /// - Parameters:
    ///   - folder: The folder with the journals of all programs on this bus.
    ///   - name: A name shared by this program and its possible successors, and by no other program.
    ///   - run: The program's run, which makes the file's name unique.
    ///   - report: Receives the reason why turns are not remembered over a restart; nil, with the former reason, when
    ///     they are again.
    package init(
        folder: String, name: String, run: UInt32,
        report: @escaping @Sendable (_ problem: String?, _ former: String?) -> Void
    ) {
        self.folder = folder
        self.report = report
        prefix = String(name.map { $0.isASCII && ($0.isLetter || $0.isNumber) ? $0 : "-" }.prefix(64)) + "."
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
                // With space on the disk again, the new file holds this record and those that the old one lacks.
                if rewrite(&state) { state.problem = nil }
            } else if let failure = Self.append(line, to: descriptor, of: state.size) {
                state.problem = "\(Self.consequence): cannot write \(path): \(String(cString: strerror(failure)))"
                catchUpLater()
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
        if LockedFile.reserve(reserve, beyond: state.size, of: descriptor) { state.reserved = state.size + reserve }
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
                guard rewrite(&state) else { return (true, nil) }
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
    /// A turn whose intent cannot be read is not adopted, since it cannot be ended, and is reported.
    /// - Returns: Turns that go on, and turns that ended so lately that their end may not have been published.
    package func adopt() -> [TurnRecord] {
        let names = (try? FileManager.default.contentsOfDirectory(atPath: folder)) ?? []
        var adopted: [TurnRecord] = []
        for name in names.sorted() where name.hasPrefix(prefix) && name.hasSuffix(".jsonl") {
            let other = "\(folder)/\(name)"
            guard other != path, let descriptor = LockedFile.open(other) else { continue }
            defer { close(descriptor) }
            var ledger = TurnLedger()
            for line in Self.lines(of: other) {
                if let record = try? JSONCoding.decode(TurnRecord.self, from: line) { ledger.apply(record) }
            }
            let now = SteadyClock.microseconds()
            for record in ledger.records.values.sorted(by: { $0.turn < $1.turn })
            where record.phase != .ended || record.age(at: now) < TurnLedger.memory {
                let isReadable = record.header != nil
                state.withLock { state in
                    if isReadable {
                        Self.insert(record.turn, into: &state.adopted)
                    } else {
                        Self.insert(record.turn, into: &state.damaged)
                    }
                }
                guard isReadable else {
                    report("the turn \(record.turn) of a killed program cannot be ended: its record is damaged", nil)
                    continue
                }
                // The record keeps its time, so that ends are forgotten after their retention time in any successor.
                write(record)
                adopted.append(record)
            }
            unlink(other)
        }
        return adopted
    }

    private static func insert(_ turn: TurnID, into turns: inout Set<TurnID>) {
        if turns.count > 16_384 { turns = [] }
        turns.insert(turn)
    }

    private static func lines(of path: String) -> [[UInt8]] {
        (FileManager.default.contents(atPath: path) ?? Data()).split(separator: UInt8(ascii: "\n")).map { Array($0) }
    }

    /// Rewrites the file without outdated records. The new file is locked before it replaces the old one.
    /// - Returns: Whether the file holds all records now.
    @discardableResult
    private func rewrite(_ state: inout State) -> Bool {
        let new = path + ".new"
        unlink(new)
        guard let descriptor = LockedFile.open(new) else { return false }
        var data: [UInt8] = []
        for record in state.ledger.records.values {
            // A record that cannot be encoded was logged when it was written.
            if let line = try? Self.line(record) { data += line }
        }
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
