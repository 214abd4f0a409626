import Foundation
import GRDB
import SaybusMessages
import SaybusSupport

/// The memory of an app in an SQLite file: what is scheduled, and its lists. Each change is one transaction.
actor AppStore {
    /// Most entries of one list, and most lists.
    static let maximumEntries = 1000
    /// The application id `SayA`, shown by the `file` program.
    private static let applicationID: Int64 = 0x5361_7941

    /// The file.
    nonisolated let path: String
    private var opened: DatabaseQueue?
    /// SQLite's number for the changes of other programs when the items were read last; nil before.
    private var version: Int?

    /// Names the file, which is created when something is stored.
    init(path: String) { self.path = path }

    /// Whether the file exists.
    nonisolated var exists: Bool { FileManager.default.fileExists(atPath: path) }

    /// Returns the folder for the memories of apps: `SAYBUS_STATE`, else `saybus` in `XDG_STATE_HOME`, else
    /// `~/.local/state/saybus`.
    static func folder(_ environment: [String: String] = ProcessInfo.processInfo.environment) -> String {
        if let own = environment["SAYBUS_STATE"], !own.isEmpty { return own }
        return UserDirectory.state.saybus(environment)
    }

    /// Returns the file of an app on a bus. Another bus has another file, since its rooms are others.
    static func path(of app: String, bus: String, in folder: String = AppStore.folder()) -> String {
        var hash: UInt64 = 0xcbf2_9ce4_8422_2325  // FNV-1a
        for byte in bus.utf8 { hash = (hash ^ UInt64(byte)) &* 0x100_0000_01b3 }
        return "\(folder)/\(app)-\(String(hash, radix: 16)).sqlite"
    }

    // MARK: What is scheduled

    /// Returns all items by their numbers.
    func items() async throws(StoreError) -> [Int64: ScheduledItem] {
        let (version, items) = try await work { db in
            var items: [Int64: ScheduledItem] = [:]
            for row in try Row.fetchAll(db, sql: "SELECT id, item FROM scheduled") {
                let text: String = row["item"]
                items[row["id"]] = try JSONDecoder().decode(ScheduledItem.self, from: Data(text.utf8))
            }
            return (try Self.version(db), items)
        }
        self.version = version
        return items
    }

    /// Returns whether the items have never been read, or other programs have changed the file since.
    func hasChanged() async throws(StoreError) -> Bool {
        guard let version else { return true }
        return try await storing { try await $0.read(Self.version) } != version
    }

    private static func version(_ db: Database) throws -> Int? { try Int.fetchOne(db, sql: "PRAGMA data_version") }

    /// Stores an item.
    /// - Returns: Its number.
    func insert(_ item: ScheduledItem) async throws(StoreError) -> Int64 {
        let text = try Self.text(item)
        return try await work { db in
            try db.execute(sql: "INSERT INTO scheduled (item) VALUES (?)", arguments: [text])
            return db.lastInsertedRowID
        }
    }

    /// Replaces an item.
    /// - Returns: False when it was removed meanwhile.
    @discardableResult
    func update(_ id: Int64, _ item: ScheduledItem) async throws(StoreError) -> Bool {
        let text = try Self.text(item)
        return try await work { db in
            try db.execute(sql: "UPDATE scheduled SET item = ? WHERE id = ?", arguments: [text, id])
            return db.changesCount > 0
        }
    }

    /// Removes items.
    func remove(_ ids: [Int64]) async throws(StoreError) {
        try await work { db in
            for id in ids { try db.execute(sql: "DELETE FROM scheduled WHERE id = ?", arguments: [id]) }
        }
    }

    /// Removes items, overwrites their bytes, and lets the file shrink.
    func erase(_ ids: [Int64]) async throws(StoreError) {
        try await workWithoutTransaction { db in
            try db.execute(sql: "PRAGMA secure_delete = ON")
            try db.inTransaction {
                for id in ids { try db.execute(sql: "DELETE FROM scheduled WHERE id = ?", arguments: [id]) }
                return .commit
            }
            // The log has the former pages.
            try db.execute(sql: "VACUUM; PRAGMA wal_checkpoint(TRUNCATE)")
        }
    }

    // MARK: Lists

    /// Returns the entries of a list, in the order in which they were added.
    func entries(of list: String) async throws(StoreError) -> [String] {
        try await work { db in
            try String.fetchAll(db, sql: "SELECT entry FROM entries WHERE list = ? ORDER BY id", arguments: [list])
        }
    }

    /// Adds an entry to a list.
    /// - Returns: False when the list has it already.
    func add(_ entry: String, to list: String) async throws(StoreError) -> Bool {
        let count = try await work { db in try Int.fetchOne(db, sql: "SELECT count(*) FROM entries") ?? 0 }
        guard count < Self.maximumEntries else {
            throw StoreError(
                .tooMany, "the lists have \(count) entries, the most that are kept: remove some, or clear one")
        }
        return try await work { db in
            try db.execute(
                sql: "INSERT OR IGNORE INTO entries (list, entry, key) VALUES (?, ?, ?)",
                arguments: [list, entry, entry.lowercased()])
            return db.changesCount > 0
        }
    }

    /// Removes an entry of a list, or all.
    /// - Returns: The number of removed entries.
    func remove(_ entry: String?, from list: String) async throws(StoreError) -> Int {
        try await work { db in
            if let entry {
                try db.execute(
                    sql: "DELETE FROM entries WHERE list = ? AND key = ?", arguments: [list, entry.lowercased()])
            } else {
                try db.execute(sql: "DELETE FROM entries WHERE list = ?", arguments: [list])
            }
            return db.changesCount
        }
    }

    // MARK: The file

    private static func text(_ item: ScheduledItem) throws(StoreError) -> String {
        do { return String(decoding: try JSONEncoder().encode(item), as: UTF8.self) } catch {
            throw StoreError(.storage, "what is scheduled cannot be written as JSON: \(error)")
        }
    }

    private func work<Result: Sendable>(
        _ change: @escaping @Sendable (Database) throws -> Result
    ) async throws(StoreError) -> Result {
        try await storing { try await $0.write(change) }
    }

    private func workWithoutTransaction(
        _ change: @escaping @Sendable (Database) throws -> Void
    ) async throws(StoreError) {
        try await storing { try await $0.writeWithoutTransaction(change) }
    }

    private func storing<Result: Sendable>(
        _ work: @Sendable (DatabaseQueue) async throws -> Result
    ) async throws(StoreError) -> Result {
        do {
            return try await work(open())
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
            throw StoreError(.storage, "\(path) cannot be used: \(detail); \(remedy)")
        } catch {
            throw StoreError(.storage, "\(path) cannot be used: \(error.plainReason)")
        }
    }

    private func open() throws -> DatabaseQueue {
        // A file that was deleted meanwhile is made again.
        if let opened, exists { return opened }
        let isAgain = opened != nil
        let folder = URL(fileURLWithPath: path).deletingLastPathComponent().path
        try FileManager.default.createDirectory(
            atPath: folder, withIntermediateDirectories: true, attributes: [.posixPermissions: 0o700])
        let descriptor = Glibc.open(path, O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC, 0o600)
        if descriptor >= 0 { close(descriptor) }
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
            throw StoreError(.storage, "\(path) is an SQLite database of something else; put it aside")
        }
        if isNew {
            try database.writeWithoutTransaction { try $0.execute(sql: "PRAGMA journal_mode = WAL") }
            try database.write { db in
                try db.execute(
                    sql: """
                        PRAGMA application_id = \(Self.applicationID);
                        CREATE TABLE scheduled (id INTEGER PRIMARY KEY AUTOINCREMENT, item TEXT NOT NULL) STRICT;
                        CREATE TABLE entries (
                            id INTEGER PRIMARY KEY, list TEXT NOT NULL, entry TEXT NOT NULL, key TEXT NOT NULL,
                            UNIQUE (list, key)
                        ) STRICT
                        """)
            }
        }
        // A new file does not make the running items forgotten.
        if isAgain { version = try database.read(Self.version) }
        opened = database
        return database
    }
}
