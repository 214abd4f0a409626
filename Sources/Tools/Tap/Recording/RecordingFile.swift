import Foundation
import GRDB
import SaybusMessages
import SaybusStage

/// A recording's file.
///
/// SQLite in write-ahead mode: committed transactions stay readable after a kill and on a full disk. Each
/// write is one transaction. Only checkpoints wait for the disk, so a power failure can lose the newest
/// transactions.
struct RecordingFile: Sendable {
    /// The path by which the user names it.
    let path: String
    /// The path without symbolic links: SQLite keeps the log beside the file itself.
    let place: String
    let database: DatabaseQueue
    /// The lock of a recorder; nil in other programs.
    var lock: RecordingLock?

    /// Opens a file to record into it, or creates it.
    /// - Throws: `StageFailure` also when another program records into it, whose messages could not be told from these,
    ///   and when it is damaged: what was added could not be read later.
    static func forRecording(_ path: String) throws -> RecordingFile {
        var lock: RecordingLock?
        var file = try forWriting(path) { database, place in
            lock = try RecordingLock(place, named: path)
            let finding = try database.read { try String.fetchOne($0, sql: "PRAGMA quick_check(1)") } ?? "nothing"
            guard finding != "ok" else { return }
            // Its first line is a heading.
            let detail = finding.split(separator: "\n").last.map(String.init) ?? finding
            throw StageFailure(
                .noInput, "\(path) is damaged (\(detail.shortened(to: 200))): record into another file")
        }
        file.lock = lock
        return file
    }

    /// Opens a file to change it, or creates it. A new file is readable by its owner only, since it contains private
    /// speech.
    /// - Parameter accept: Gets the file and its path without symbolic links. Throws for a file that must not be
    ///   changed. Nothing was changed before.
    static func forWriting(
        _ path: String, accept: (DatabaseQueue, String) throws -> Void = { _, _ in }
    ) throws -> RecordingFile {
        try checkName(path)
        let isCreated = create(path)
        let place = resolved(path)
        if bytes(place) == 0, bytes(place + "-wal") > 0 {
            if isCreated { unlink(place) }
            // SQLite would delete it.
            throw StageFailure(
                .inputOutput,
                "\(place)-wal is the log of a recording that was moved or removed: move it beside that recording, or "
                    + "remove it")
        }
        var configuration = Configuration()
        configuration.busyMode = .timeout(5)
        let database: DatabaseQueue
        do {
            database = try DatabaseQueue(path: place, configuration: configuration)
            // Check before any change: the file may belong to another program.
            let isNew = try database.read { try Int.fetchOne($0, sql: "SELECT count(*) FROM sqlite_schema") } == 0
            if !isNew { try check(database, path) }
            try accept(database, place)
            try database.writeWithoutTransaction { db in
                try db.execute(sql: "PRAGMA journal_mode = WAL; PRAGMA synchronous = NORMAL")
            }
            try RecordingSchema.migrator.migrate(database)
        } catch {
            throw failure(error, path, writing: true)
        }
        return RecordingFile(path: path, place: place, database: database)
    }

    /// Creates a file that does not exist yet.
    /// - Returns: Whether it was created. An error is reported by SQLite later.
    private static func create(_ path: String) -> Bool {
        // An existing file is not opened: to close it would release the locks of SQLite on it.
        guard access(path, F_OK) != 0 else { return false }
        // Without `O_EXCL`, since it may be a link to a file that does not exist yet.
        let descriptor = open(path, O_WRONLY | O_CREAT | O_CLOEXEC, 0o600)
        guard descriptor >= 0 else { return false }
        close(descriptor)
        return true
    }

    private static func resolved(_ path: String) -> String {
        guard let place = realpath(path, nil) else { return path }
        defer { free(place) }
        return String(cString: place)
    }

    /// Opens a file for reading, possibly while it is being written.
    static func forReading(_ path: String) throws -> RecordingFile {
        try checkName(path)
        guard FileManager.default.fileExists(atPath: path) else {
            throw StageFailure(.noInput, "there is no file \(path); saybus-tap record FILE makes one")
        }
        // Not read-only: a reader with write access removes the log when it is the last to close the file.
        var configuration = Configuration()
        configuration.busyMode = .timeout(5)
        var place = path
        if let fixed = fixedPlace(of: path) { (place, configuration.readonly) = (fixed, true) }
        do {
            let database = try DatabaseQueue(path: place, configuration: configuration)
            try check(database, path)
            let isOlder = try database.read { try !RecordingSchema.migrator.hasCompletedMigrations($0) }
            guard !isOlder else {
                throw StageFailure(
                    .noInput,
                    "\(path) was written by an older saybus-tap: saybus-tap record \(path) updates it")
            }
            return RecordingFile(path: path, place: resolved(path), database: database)
        } catch {
            throw failure(error, path, writing: false)
        }
    }

    /// Refuses an empty name, for which SQLite would make a file that nobody finds.
    private static func checkName(_ path: String) throws(StageFailure) {
        if path.isEmpty { throw StageFailure(.usage, "the name of the recording is empty") }
    }

    /// Returns the URI of a file that nobody here can change, such as one of an archive: SQLite reads it without a log
    /// beside it, for which it would need the folder. Nil for other files.
    private static func fixedPlace(of path: String) -> String? {
        // SQLite resolves links, too: the log lies beside the file itself.
        let file = URL(fileURLWithPath: path).resolvingSymlinksInPath()
        guard access(file.path, W_OK) != 0, access(file.deletingLastPathComponent().path, W_OK) != 0,
            access(file.path + "-wal", F_OK) != 0,
            let name = file.path.addingPercentEncoding(withAllowedCharacters: .urlPathAllowed)
        else { return nil }
        return "file:\(name)?immutable=1"
    }

    private static func check(_ database: DatabaseQueue, _ path: String) throws {
        try database.read { db in
            guard try Int64.fetchOne(db, sql: "PRAGMA application_id") == RecordingSchema.applicationID else {
                throw StageFailure(.noInput, "\(path) is an SQLite database, but no recording; choose another file")
            }
            guard try !RecordingSchema.migrator.hasBeenSuperseded(db) else {
                throw StageFailure(.noInput, "\(path) was written by a newer saybus-tap; use that version")
            }
        }
    }

    /// The size of the file and its log in bytes.
    var size: Int64 { Self.bytes(place) + Self.bytes(place + "-wal") }

    /// Returns the size of a file; 0 if there is none.
    private static func bytes(_ path: String) -> Int64 {
        var status = stat()
        return stat(path, &status) == 0 ? Int64(status.st_size) : 0
    }

    /// Whether the file is still at its path, as far as the lock of a recorder tells.
    var isInPlace: Bool { (lock?.place ?? .kept) == .kept }

    /// Checks that the file is still at its path: SQLite would go on in a log that belongs to no file.
    /// - Throws: `StageFailure` with code `inputOutput` when the file was moved or removed.
    func checkPlace() throws(StageFailure) {
        switch lock?.place ?? .kept {
        case .kept: return
        case .moved:
            throw StageFailure(
                .inputOutput,
                "\(path) was moved or replaced while it was recorded into: the moved file has the messages until then; "
                    + "record again")
        case .removed:
            throw StageFailure(
                .inputOutput,
                "\(path) was removed while it was recorded into, and its messages with it; record again")
        }
    }

    /// Closes the file.
    /// - Throws: An error also when the log of a file that was moved cannot be emptied.
    func finish() throws {
        // SQLite itself would leave the newest messages in the log, at the former path.
        if !isInPlace { try database.writeWithoutTransaction { _ = try $0.checkpoint(.truncate) } }
        try database.close()
    }

    /// Converts an error to a sentence for the user, with the remedy.
    /// - Returns: The error itself when it has a sentence already, and when it says that a task was cancelled.
    static func failure(_ error: any Error, _ path: String, writing: Bool) -> any Error {
        switch error {
        case let error as DatabaseError: failure(error, path, writing: writing)
        case is StageFailure, is CancellationError: error
        // A damaged file may have other values in its tables than SQLite lets a writer put there.
        default: StageFailure(.noInput, "\(path) is no recording: \("\(error)".shortened(to: 300))")
        }
    }

    /// Converts an SQLite error to a sentence for the user, with the remedy.
    static func failure(_ error: DatabaseError, _ path: String, writing: Bool) -> StageFailure {
        let detail = error.message ?? "error \(error.resultCode.rawValue)"
        switch error.resultCode {
        case .SQLITE_FULL:
            return StageFailure(
                .inputOutput, "the disk is full: \(path) cannot grow; what was recorded before stays readable")
        case .SQLITE_NOTADB: return StageFailure(.noInput, "\(path) is no recording: \(detail)")
        case .SQLITE_CORRUPT:
            return StageFailure(
                .noInput, "\(path) is damaged: \(detail)" + (writing ? "; record into another file" : ""))
        case .SQLITE_BUSY, .SQLITE_LOCKED:
            return StageFailure(.inputOutput, "\(path) is in use by another program: \(detail)")
        default:
            return writing
                ? StageFailure(
                    .inputOutput,
                    "\(path) cannot be written: \(detail); check its folder, its permissions and the space on the disk")
                : StageFailure(.noInput, "\(path) cannot be read: \(detail)")
        }
    }
}
