import GRDB

/// The lists in an app's file.
extension AppStore {
    /// Most entries of all lists together.
    static let maximumEntries = 1000

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
    /// difference. Nor do determiners before the words, unless an entry has just these words: "the milk" is "milk".
    /// - Returns: The removed entries, as they were given.
    func remove(_ phrase: String, orParts parts: [String], from list: String) async throws(StoreError) -> [String] {
        try await work { db in
            func delete(_ entry: String) throws -> Bool {
                try db.execute(
                    sql: "DELETE FROM entries WHERE list = ? AND key = ?", arguments: [list, entry.lowercased()])
                if db.changesCount > 0 { return true }
                // Speech recognizers punctuate the same words in several ways.
                let words = SpokenName.words(of: entry)
                guard !words.isEmpty else { return false }
                let rows = try Row.fetchAll(
                    db, sql: "SELECT id, entry FROM entries WHERE list = ?", arguments: [list])
                let entries = rows.map { (id: $0["id"] as Int64, words: SpokenName.words(of: $0["entry"])) }
                var same = entries.filter { $0.words == words }
                if same.isEmpty {
                    let core = SpokenName.core(of: words)
                    same = entries.filter { SpokenName.core(of: $0.words) == core }
                }
                for entry in same { try db.execute(sql: "DELETE FROM entries WHERE id = ?", arguments: [entry.id]) }
                return !same.isEmpty
            }
            return try delete(phrase) ? [phrase] : parts.filter(delete)
        }
    }

    /// Removes all entries of a list.
    /// - Returns: The number of removed entries.
    func clear(_ list: String) async throws(StoreError) -> Int {
        try await work { db in
            try db.execute(sql: "DELETE FROM entries WHERE list = ?", arguments: [list])
            return db.changesCount
        }
    }
}
