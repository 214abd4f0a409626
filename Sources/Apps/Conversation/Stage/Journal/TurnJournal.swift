import Foundation
import Logging
import SaybusBus
import SaybusMessages
import Synchronization

/// The turns in hand, written down, so that a command is not carried out twice in silence when this program is killed and another comes.
///
/// Each program writes a file of its own, a line of JSON a step, *before* it takes the step; and holds a lock on it, of which the kernel
/// lets go however the program ends. A file without a lock is a dead predecessor's: its turns are taken over. Nothing is forced to the disk: what has
/// been written survives the program, and with the machine go those who would send the intent again.
final class TurnJournal: Sendable {
    /// A file that grows beyond this is written anew, in bytes.
    private static let rewriteSize = 4 << 20

    private struct State {
        var ledger = TurnLedger()
        var adopted: Set<TurnID> = []
        var descriptor: Int32?
        var size = 0
        var limit = TurnJournal.rewriteSize
    }

    private let state = Mutex(State())
    private let folder: String
    private let prefix: String
    private let path: String
    private let logger: Logger
    private let encoder = JSONEncoder()
    private let decoder = JSONDecoder()

    /// A journal for an app's turns.
    /// - Parameters:
    ///   - folder: Where the files of all programs on this bus are.
    ///   - name: Tells those that stand in for each other from the rest.
    init(folder: String, name: String, run: UInt32, logger: Logger) {
        self.folder = folder
        self.logger = logger
        prefix = String(name.map { $0.isASCII && ($0.isLetter || $0.isNumber) ? $0 : "-" }.prefix(64)) + "."
        path = "\(folder)/\(prefix)\(getpid()).\(run).jsonl"
        do {
            try FileManager.default.createDirectory(
                atPath: folder, withIntermediateDirectories: true, attributes: [.posixPermissions: 0o700])
        } catch {
            logger.warning("turns are not remembered over a restart", metadata: ["problem": "\(error)"])
            return
        }
        let descriptor = Self.open(path)
        state.withLock { $0.descriptor = descriptor }
        if descriptor == nil {
            let problem = "cannot write \(path): \(String(cString: strerror(errno)))"
            logger.warning("turns are not remembered over a restart", metadata: ["problem": "\(problem)"])
        }
    }

    deinit { if let descriptor = state.withLock({ $0.descriptor }) { close(descriptor) } }

    /// Where the files are for a bus: beside its sockets, or in the user's own run-time directory for one that is elsewhere.
    static func folder(for address: BusAddress) -> String {
        if let directory = address.directory { return directory + "/turns" }
        var environment = ProcessInfo.processInfo.environment
        environment["SAYBUS_BUS"] = nil
        let own = (try? BusAddress.chosen(nil, environment: environment))?.directory
        return (own ?? "/tmp/saybus-\(getuid())") + "/turns"
    }

    /// Writes a step down.
    func note(_ record: TurnRecord) {
        var record = record
        record.at = WallClock.microseconds()
        write(record)
    }

    private func write(_ record: TurnRecord) {
        guard var line = try? encoder.encode(record) else { return }
        line.append(UInt8(ascii: "\n"))
        let failure: Int32? = state.withLock { state in
            state.ledger.note(record)
            guard let descriptor = state.descriptor else { return nil }
            let written = line.withUnsafeBytes { Glibc.write(descriptor, $0.baseAddress, $0.count) }
            guard written == line.count else { return errno }
            state.size += written
            if state.size > state.limit { rewrite(&state) }
            return nil
        }
        if let failure {
            logger.error(
                "a turn is not remembered over a restart",
                metadata: ["problem": "cannot write \(path): \(String(cString: strerror(failure)))"])
        }
    }

    /// The program ends as it should, and all that it said leaves: a successor only has to know which turns are over.
    func finish() {
        state.withLock { state in
            state.ledger.settle()
            rewrite(&state)
        }
    }

    /// Whether a turn was a predecessor's.
    func isAdopted(_ turn: TurnID?) -> Bool {
        turn.map { turn in state.withLock { $0.adopted.contains(turn) } } ?? false
    }

    /// Takes over the turns of predecessors that have died; they are in this journal then, and no longer in theirs.
    func adopt() -> [TurnRecord] {
        let names = (try? FileManager.default.contentsOfDirectory(atPath: folder)) ?? []
        var adopted: [TurnRecord] = []
        for name in names.sorted() where name.hasPrefix(prefix) && name.hasSuffix(".jsonl") {
            let other = "\(folder)/\(name)"
            guard other != path, let descriptor = Self.open(other) else { continue }
            defer { close(descriptor) }
            var ledger = TurnLedger()
            for line in Self.lines(of: other) {
                if let record = try? decoder.decode(TurnRecord.self, from: line) { ledger.note(record) }
            }
            let limit = WallClock.microseconds() - TurnLedger.memory
            for record in ledger.records.values.sorted(by: { $0.turn < $1.turn })
            where record.phase != .ended || record.at > limit {
                state.withLock { state in
                    if state.adopted.count > 16_384 { state.adopted = [] }
                    state.adopted.insert(record.turn)
                }
                // As old as it is: what has ended is not remembered for ever because of those who come and go.
                write(record)
                adopted.append(record)
            }
            unlink(other)
        }
        return adopted
    }

    /// Opens a file and locks it; nil when another program has it.
    private static func open(_ path: String) -> Int32? {
        let descriptor = Glibc.open(path, O_RDWR | O_CREAT | O_APPEND | O_CLOEXEC | O_NOFOLLOW, 0o600)
        guard descriptor >= 0 else { return nil }
        guard flock(descriptor, LOCK_EX | LOCK_NB) == 0 else {
            close(descriptor)
            return nil
        }
        // Its owner may have put another file into its place meanwhile.
        var opened = stat()
        var named = stat()
        guard fstat(descriptor, &opened) == 0, stat(path, &named) == 0, opened.st_ino == named.st_ino else {
            close(descriptor)
            return nil
        }
        return descriptor
    }

    private static func lines(of path: String) -> [Data] {
        (FileManager.default.contents(atPath: path) ?? Data()).split(separator: UInt8(ascii: "\n")).map { Data($0) }
    }

    /// Leaves out what nobody needs any more. The new file is locked before it takes the old one's place.
    private func rewrite(_ state: inout State) {
        let new = path + ".new"
        unlink(new)
        guard let descriptor = Self.open(new) else { return }
        var data = Data()
        for record in state.ledger.records.values {
            guard let line = try? encoder.encode(record) else { continue }
            data += line
            data.append(UInt8(ascii: "\n"))
        }
        let written = data.withUnsafeBytes { Glibc.write(descriptor, $0.baseAddress, $0.count) }
        guard written == data.count, rename(new, path) == 0 else {
            close(descriptor)
            unlink(new)
            return
        }
        if let old = state.descriptor { close(old) }
        state.descriptor = descriptor
        state.size = written
        state.limit = max(Self.rewriteSize, 2 * written)
    }
}
