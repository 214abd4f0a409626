import Foundation
import GRDB
import SaybusMessages
import SaybusPhrases
import SaybusSupport

/// The memory of an app in an SQLite file: what is scheduled, and its lists. Each change is one transaction.
actor AppStore {
    /// Most entries of all lists together.
    static let maximumEntries = 1000
    /// The application id `SayA`, shown by the `file` program.
    private static let applicationID: Int64 = 0x5361_7941

    /// The file.
    nonisolated let path: String
    private var opened: (database: DatabaseQueue, file: UInt64)?
    /// The number of times that the file was opened.
    private var openings = 0
    /// The failed access after which none has succeeded; nil when there is none.
    private var failed: Access?
    private let recovered: @Sendable () -> Void

    /// The kind of an access to the file. On a full disk it can be read.
    private enum Access {
        case reading
        case writing
    }

    /// Names the file, which is created when something is stored.
    /// - Parameters:
    ///   - path: The file.
    ///   - recovered: Called when an access succeeds after one has failed.
    init(path: String, recovered: @escaping @Sendable () -> Void = {}) {
        (self.path, self.recovered) = (path, recovered)
    }

    /// The words with which each sentence about a file that cannot be used begins.
    static func complaint(about path: String) -> String { "\(path) cannot be used" }

    /// Whether the file exists.
    nonisolated var exists: Bool { FileManager.default.fileExists(atPath: path) }

    // MARK: What is scheduled

    /// A state of the file, as far as other programs change it.
    struct Version: Sendable, Equatable {
        fileprivate var opening: Int
        /// SQLite's number for the changes of other connections.
        fileprivate var data: Int?
    }

    /// Returns all items by their numbers, and the version that was read.
    func items() async throws(StoreError) -> (items: [Int64: ScheduledItem], version: Version) {
        let (items, data) = try await storing(.reading) { database in
            try await database.read { db in
                var items: [Int64: ScheduledItem] = [:]
                for row in try Row.fetchAll(db, sql: "SELECT id, item FROM scheduled") {
                    items[row["id"]] = try Self.item(row["item"])
                }
                return (items, try Self.dataVersion(db))
            }
        }
        return (items, Version(opening: openings, data: data))
    }

    /// Returns the version of the file, which other programs, or the loss of the file, change.
    func version() async throws(StoreError) -> Version {
        let data = try await storing(.reading) { try await $0.read(Self.dataVersion) }
        return Version(opening: openings, data: data)
    }

    private static func dataVersion(_ db: Database) throws -> Int? { try Int.fetchOne(db, sql: "PRAGMA data_version") }

    private static func item(_ text: String) throws -> ScheduledItem {
        try JSONDecoder().decode(ScheduledItem.self, from: Data(text.utf8))
    }

    /// Marks an item as begun, unless it is due at another time meanwhile.
    /// - Returns: The item as it was; nil when it was removed meanwhile.
    func begin(_ id: Int64, _ trigger: ScheduleTrigger) async throws(StoreError) -> ScheduledItem? {
        try await work { db in
            guard let text = try String.fetchOne(db, sql: "SELECT item FROM scheduled WHERE id = ?", arguments: [id])
            else { return nil }
            let item = try Self.item(text)
            guard item.trigger == trigger else { return item }
            var begun = item
            begun.hasBegun = true
            try db.execute(
                sql: "UPDATE scheduled SET item = ? WHERE id = ?", arguments: [try Self.text(begun), id])
            return item
        }
    }

    /// Stores what the actions of an item have made, unless the item was removed or is due at another time meanwhile.
    func keep(_ events: [AudioEvent], of id: Int64, _ trigger: ScheduleTrigger) async throws(StoreError) {
        try await work { db in
            guard let text = try String.fetchOne(db, sql: "SELECT item FROM scheduled WHERE id = ?", arguments: [id])
            else { return }
            var item = try Self.item(text)
            guard item.trigger == trigger, item.hasBegun else { return }
            item.words = events
            try db.execute(
                sql: "UPDATE scheduled SET item = ? WHERE id = ?", arguments: [try Self.text(item), id])
        }
    }

    /// Stores an item.
    /// - Returns: Its number.
    func insert(_ item: ScheduledItem) async throws(StoreError) -> Int64 {
        let text = try Self.text(item)
        return try await work { db in
            try db.execute(sql: "INSERT INTO scheduled (item) VALUES (?)", arguments: [text])
            return db.lastInsertedRowID
        }
    }

    /// Replaces an item that is over by its next time, or removes it, unless it was removed or is due at another time
    /// meanwhile.
    /// - Parameter next: The item at its next time; nil when there is none.
    func finish(_ id: Int64, _ trigger: ScheduleTrigger, next: ScheduledItem?) async throws(StoreError) {
        let text = try next.map { item throws(StoreError) in try Self.text(item) }
        try await work { db in
            guard let stored = try String.fetchOne(db, sql: "SELECT item FROM scheduled WHERE id = ?", arguments: [id]),
                try Self.item(stored).trigger == trigger
            else { return }
            if let text {
                try db.execute(sql: "UPDATE scheduled SET item = ? WHERE id = ?", arguments: [text, id])
            } else {
                try db.execute(sql: "DELETE FROM scheduled WHERE id = ?", arguments: [id])
            }
        }
    }

    /// Removes items.
    func remove(_ ids: [Int64]) async throws(StoreError) {
        try await work { db in
            for id in ids { try db.execute(sql: "DELETE FROM scheduled WHERE id = ?", arguments: [id]) }
        }
    }

    /// Removes items, overwrites their bytes, and lets the file shrink. Without items the log is emptied nevertheless:
    /// another program may have kept an earlier removal from that.
    func erase(_ ids: [Int64]) async throws(StoreError) {
        try await workWithoutTransaction { [path] db in
            if !ids.isEmpty {
                try db.execute(sql: "PRAGMA secure_delete = ON")
                try db.inTransaction {
                    for id in ids { try db.execute(sql: "DELETE FROM scheduled WHERE id = ?", arguments: [id]) }
                    return .commit
                }
                try db.execute(sql: "VACUUM")
            }
            do {
                // The log has the former pages.
                try db.checkpoint(.truncate)
            } catch let error as DatabaseError where error.resultCode == .SQLITE_BUSY {
                throw StoreError(
                    .storage,
                    "\(path) is being read by another program, so that what was removed is still in it: purge again "
                        + "when that has ended")
            }
        }
    }

    // MARK: Lists

    /// Returns the entries of a list, in the order in which they were added.
    func entries(of list: String) async throws(StoreError) -> [String] {
        try await storing(.reading) { database in
            try await database.read { db in
                try String.fetchAll(db, sql: "SELECT entry FROM entries WHERE list = ? ORDER BY id", arguments: [list])
            }
        }
    }

    /// Adds entries to a list, all or none.
    /// - Returns: The number of added entries, without those that the list has already.
    func add(_ entries: [String], to list: String) async throws(StoreError) -> Int {
        try await work { db in
            var added = 0
            for entry in entries {
                try db.execute(
                    sql: "INSERT OR IGNORE INTO entries (list, entry, key) VALUES (?, ?, ?)",
                    arguments: [list, entry, entry.lowercased()])
                added += db.changesCount
            }
            guard added > 0 else { return 0 }
            let count = try Int.fetchOne(db, sql: "SELECT count(*) FROM entries") ?? 0
            guard count <= Self.maximumEntries else {
                // Thrown within the transaction, which takes the entries back.
                throw StoreError(
                    .tooMany,
                    "the lists have \(Self.maximumEntries) entries, the most that are kept: remove some, or clear one")
            }
            return added
        }
    }

    /// Removes the entry of a list that is a whole phrase, or else those that are its parts. Punctuation makes no
    /// difference.
    /// - Returns: The removed entries, as they were given.
    func remove(_ phrase: String, orParts parts: [String], from list: String) async throws(StoreError) -> [String] {
        try await work { db in
            func delete(_ entry: String) throws -> Bool {
                try db.execute(
                    sql: "DELETE FROM entries WHERE list = ? AND key = ?", arguments: [list, entry.lowercased()])
                if db.changesCount > 0 { return true }
                // Speech recognizers punctuate the same words in several ways.
                let words = Self.words(of: entry)
                guard !words.isEmpty else { return false }
                let rows = try Row.fetchAll(
                    db, sql: "SELECT id, entry FROM entries WHERE list = ?", arguments: [list])
                let same = rows.filter { Self.words(of: $0["entry"]) == words }.map { $0["id"] as Int64 }
                for id in same { try db.execute(sql: "DELETE FROM entries WHERE id = ?", arguments: [id]) }
                return !same.isEmpty
            }
            return try delete(phrase) ? [phrase] : parts.filter(delete)
        }
    }

    private static func words(of entry: String) -> [String] { Words.tokenize(entry).map(\.key) }

    /// Removes all entries of a list.
    /// - Returns: The number of removed entries.
    func clear(_ list: String) async throws(StoreError) -> Int {
        try await work { db in
            try db.execute(sql: "DELETE FROM entries WHERE list = ?", arguments: [list])
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
        try await storing(.writing) { try await $0.write(change) }
    }

    private func workWithoutTransaction(
        _ change: @escaping @Sendable (Database) throws -> Void
    ) async throws(StoreError) {
        try await storing(.writing) { try await $0.writeWithoutTransaction(change) }
    }

    private func storing<Result: Sendable>(
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
            if failed != .writing { failed = access }
            let detail = error.message ?? "error \(error.resultCode.rawValue)"
            let remedy =
                switch error.resultCode {
                case .SQLITE_FULL: "free some space on the disk"
                case .SQLITE_NOTADB, .SQLITE_CORRUPT: "put it aside, or mend it"
                case .SQLITE_BUSY, .SQLITE_LOCKED: "another program holds it"
                default: "check its folder, its permissions and the space on the disk"
                }
            throw StoreError(.storage, "\(Self.complaint(about: path)): \(detail); \(remedy)")
        } catch {
            if failed != .writing { failed = access }
            throw StoreError(.storage, "\(Self.complaint(about: path)): \(error.plainReason)")
        }
    }

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
