import Foundation
import GRDB
import SaybusMessages
import SaybusSupport

/// The timers, alarms and reminders in an app's file.
extension AppStore {
    /// A state of the file, as far as other programs change it.
    struct Version: Sendable, Equatable {
        fileprivate var opening: Int
        /// SQLite's number for the changes of other connections.
        fileprivate var data: Int?
    }

    /// The content of the file.
    struct Content: Sendable {
        /// The items that can be read, by their numbers.
        var items: [Int64: ScheduledItem] = [:]
        /// A sentence about those that cannot, as after a return to an older version of the program; nil when there are
        /// none. They stay in the file.
        var unreadable: String?
        /// The texts of those that cannot be read, by their numbers.
        var unreadableItems: [Int64: String] = [:]
        /// The version that was read.
        var version: Version
    }

    /// Returns all items.
    func items() async throws(StoreError) -> Content {
        let (items, texts, failures, data) = try await storing(.reading) { database in
            try await database.read { db in
                var items: [Int64: ScheduledItem] = [:]
                var texts: [Int64: String] = [:]
                var failures: [String] = []
                for row in try Row.fetchAll(db, sql: "SELECT id, item FROM scheduled") {
                    let id: Int64 = row["id"]
                    let text: String = row["item"]
                    do { items[id] = try Self.decode(text) } catch {
                        texts[id] = text
                        failures.append(error.plainReason)
                    }
                }
                return (items, texts, failures, try Self.dataVersion(db))
            }
        }
        let unreadable = failures.first.map { reason in
            "\(Self.complaint(about: path)) in full: \(failures.count) of its timers, alarms and reminders cannot be read, "
                + "and will not ring: \(reason); start the version of Saybus that has stored them"
        }
        hasUnreadableItems = unreadable != nil
        return Content(
            items: items, unreadable: unreadable, unreadableItems: texts,
            version: Version(opening: openings, data: data))
    }

    /// Returns the version of the file, which other programs, or the loss of the file, change.
    func version() async throws(StoreError) -> Version {
        let data = try await storing(.reading) { try await $0.read(Self.dataVersion) }
        return Version(opening: openings, data: data)
    }

    /// Marks an item as begun, unless it is due at another time meanwhile.
    /// - Returns: The item as it was; nil when it was removed meanwhile.
    func begin(_ id: Int64, _ trigger: ScheduleTrigger) async throws(StoreError) -> ScheduledItem? {
        try await work { db in
            guard let item = try Self.item(id, in: db) else { return nil }
            guard item.trigger == trigger else { return item }
            var begun = item
            begun.hasBegun = true
            try Self.replace(id, by: Self.text(begun), in: db)
            return item
        }
    }

    /// Stores what the actions of an item have made, unless the item was removed or is due at another time meanwhile.
    func keep(_ events: [AudioEvent], of id: Int64, _ trigger: ScheduleTrigger) async throws(StoreError) {
        try await work { db in
            guard var item = try Self.item(id, in: db), item.trigger == trigger, item.hasBegun else { return }
            item.words = events
            try Self.replace(id, by: Self.text(item), in: db)
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
            guard try Self.item(id, in: db)?.trigger == trigger else { return }
            if let text {
                try Self.replace(id, by: text, in: db)
            } else {
                try Self.delete([id], in: db)
            }
        }
    }

    /// Removes items.
    func remove(_ ids: [Int64]) async throws(StoreError) {
        try await work { db in try Self.delete(ids, in: db) }
    }

    /// Removes items, overwrites their bytes, and lets the file shrink. Without items the log is emptied nevertheless:
    /// another program may have kept an earlier removal from that.
    func erase(_ ids: [Int64]) async throws(StoreError) {
        try await workWithoutTransaction { [path] db in
            if !ids.isEmpty {
                try db.execute(sql: "PRAGMA secure_delete = ON")
                try db.inTransaction {
                    try Self.delete(ids, in: db)
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

    // MARK: The table

    private static func dataVersion(_ db: Database) throws -> Int? { try Int.fetchOne(db, sql: "PRAGMA data_version") }

    /// Returns the item with a number; nil when there is none.
    private static func item(_ id: Int64, in db: Database) throws -> ScheduledItem? {
        try String.fetchOne(db, sql: "SELECT item FROM scheduled WHERE id = ?", arguments: [id]).map(decode)
    }

    private static func replace(_ id: Int64, by text: String, in db: Database) throws {
        try db.execute(sql: "UPDATE scheduled SET item = ? WHERE id = ?", arguments: [text, id])
    }

    private static func delete(_ ids: [Int64], in db: Database) throws {
        for id in ids { try db.execute(sql: "DELETE FROM scheduled WHERE id = ?", arguments: [id]) }
    }

    private static func decode(_ text: String) throws -> ScheduledItem {
        try JSONDecoder().decode(ScheduledItem.self, from: Data(text.utf8))
    }

    /// Returns an item as it is stored.
    private static func text(_ item: ScheduledItem) throws(StoreError) -> String {
        do { return String(decoding: try JSONEncoder().encode(item), as: UTF8.self) } catch {
            throw StoreError(.storage, "what is scheduled cannot be written as JSON: \(error)")
        }
    }
}
