import Foundation
import GRDB
import SaybusSupport

/// The memory of an app in an SQLite file: what is scheduled, and its lists. Each change is one transaction.
actor AppStore {
    /// The application id `SayA`, shown by the `file` program.
    private static let applicationID: Int64 = 0x5361_7941

    /// The file.
    nonisolated let path: String
    private var opened: (database: DatabaseQueue, file: UInt64)?
    /// The number of times that the file was opened.
    private(set) var openings = 0
    /// The failed access after which none has succeeded; nil when there is none.
    private var failed: Access? {
        didSet { cannotStore.change { $0 = failed == .writing } }
    }
    /// Whether the last change of the file has failed.
    private nonisolated let cannotStore = Watched(false)
    /// Whether items could not be read the last time.
    var hasUnreadableItems = false {
        didSet { if oldValue, !hasUnreadableItems { recovered() } }
    }
    private let recovered: @Sendable () -> Void
    private let report: @Sendable (String) -> Void

    /// The kind of an access to the file. On a full disk it can be read.
    enum Access {
        case reading
        case writing
    }

    /// Names the file, which is created when something is stored.
    /// - Parameters:
    ///   - path: The file.
    ///   - recovered: Called when an access succeeds after one has failed, and when no item is unreadable any more.
    ///   - report: Gets the sentence about an access that has failed.
    init(
        path: String, recovered: @escaping @Sendable () -> Void = {},
        report: @escaping @Sendable (String) -> Void = { _ in }
    ) {
        (self.path, self.recovered, self.report) = (path, recovered, report)
    }

    /// The words with which each sentence about a file that cannot be used begins.
    static func complaint(about path: String) -> String { "\(path) cannot be used" }

    /// Whether the file exists.
    nonisolated var exists: Bool { FileManager.default.fileExists(atPath: path) }

    // MARK: Accesses

    /// Changes the file in one transaction.
    func work<Result: Sendable>(
        _ change: @escaping @Sendable (Database) throws -> Result
    ) async throws(StoreError) -> Result {
        try await storing(.writing) { try await $0.write(change) }
    }

    /// Changes the file by statements that end their own transactions.
    func workWithoutTransaction(
        _ change: @escaping @Sendable (Database) throws -> Void
    ) async throws(StoreError) {
        try await storing(.writing) { try await $0.writeWithoutTransaction(change) }
    }

    /// Opens the file, if it is not open, and accesses it.
    /// - Throws: ``StoreError`` with a sentence that names the remedy.
    func storing<Result: Sendable>(
        _ access: Access, _ work: @Sendable (DatabaseQueue) async throws -> Result
    ) async throws(StoreError) -> Result {
        do {
            let result = try await work(open())
            if let failed, failed == access || access == .writing {
                self.failed = nil
                recovered()
            }
            return result
        } catch let error as StoreError {
            throw error
        } catch let error as DatabaseError {
            let detail = error.message ?? "error \(error.resultCode.rawValue)"
            let remedy =
                switch error.resultCode {
                case .SQLITE_FULL: "free some space on the disk"
                case .SQLITE_NOTADB, .SQLITE_CORRUPT: "put it aside, or mend it"
                case .SQLITE_BUSY, .SQLITE_LOCKED: "another program holds it"
                default: "check its folder, its permissions and the space on the disk"
                }
            throw failure(of: access, "\(detail); \(remedy)")
        } catch {
            throw failure(of: access, error.plainReason)
        }
    }

    /// Records a failed access, and reports it unless it comes from the end of the task.
    private func failure(of access: Access, _ detail: String) -> StoreError {
        if failed != .writing { failed = access }
        let error = StoreError(.storage, "\(Self.complaint(about: path)): \(detail)")
        if !Task.isCancelled { report("\(error)") }
        return error
    }

    /// Reports why nothing can be stored, as far as that can be told without storing anything.
    func check() {
        let folder = URL(fileURLWithPath: path).deletingLastPathComponent().path
        do {
            try PrivateDirectory.create(folder)
            let place = exists ? path : folder
            guard Glibc.access(place, W_OK) == 0 else { throw SystemCallError("write \(place)") }
        } catch {
            _ = failure(of: .writing, error.plainReason)
        }
    }

    /// Looks again and again whether something can be stored, as long as that fails, until the task is cancelled: days
    /// may pass until somebody sets the next timer.
    func watch() async {
        while !Task.isCancelled {
            await cannotStore.wait { $0 }
            guard (try? await Task.sleep(for: Self.checkInterval)) != nil else { return }
            await checkAgain()
        }
    }

    /// The time after a failed change to the next look.
    private static let checkInterval = Duration.seconds(60)

    /// Looks whether something can be stored again, if that has failed.
    func checkAgain() async {
        guard failed == .writing else { return }
        // Only a change of the file tells whether a disk is still full.
        _ = try? await work { db in try db.execute(sql: "PRAGMA application_id = \(AppStore.applicationID)") }
    }

    // MARK: The file

    /// Closes the file. As the last program does so, SQLite writes what is in the log beside it into the file, so that
    /// a copy of it is whole and a restored one is not changed by an older log.
    func close() {
        do { try opened?.database.close() } catch {
            // The log stays, as after a kill: the next program reads it.
        }
        opened = nil
    }

    private func open() throws -> DatabaseQueue {
        // A file that was deleted meanwhile is made again.
        if let opened, Self.fileNumber(path) == opened.file { return opened.database }
        let folder = URL(fileURLWithPath: path).deletingLastPathComponent().path
        try PrivateDirectory.create(folder)
        let descriptor = Glibc.open(path, O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC, 0o600)
        if descriptor >= 0 { Glibc.close(descriptor) }
        var configuration = Configuration()
        configuration.busyMode = .timeout(5)
        let database = try DatabaseQueue(path: path, configuration: configuration)
        let (isNew, id) = try database.read { db in
            (
                try Int.fetchOne(db, sql: "SELECT count(*) FROM sqlite_schema") == 0,
                try Int64.fetchOne(db, sql: "PRAGMA application_id")
            )
        }
        guard isNew || id == Self.applicationID else {
            throw StoreError(.foreign, "\(path) is an SQLite database of something else; put it aside")
        }
        if isNew { try database.writeWithoutTransaction(Self.create) }
        openings += 1
        opened = Self.fileNumber(path).map { (database, $0) }
        return database
    }

    /// Creates the tables, unless another program has just done so.
    private static func create(_ db: Database) throws {
        try db.execute(sql: "PRAGMA journal_mode = WAL")
        try db.inTransaction(.immediate) {
            guard try Int.fetchOne(db, sql: "SELECT count(*) FROM sqlite_schema") == 0 else { return .commit }
            try db.execute(
                sql: """
                    PRAGMA application_id = \(applicationID);
                    CREATE TABLE scheduled (id INTEGER PRIMARY KEY AUTOINCREMENT, item TEXT NOT NULL) STRICT;
                    CREATE TABLE entries (
                        id INTEGER PRIMARY KEY, list TEXT NOT NULL, entry TEXT NOT NULL, key TEXT NOT NULL,
                        UNIQUE (list, key)
                    ) STRICT
                    """)
            return .commit
        }
    }

    /// Returns the number of a file in its file system, by which a new file of the same name is known.
    private static func fileNumber(_ path: String) -> UInt64? {
        var status = stat()
        return stat(path, &status) == 0 ? UInt64(status.st_ino) : nil
    }
}
