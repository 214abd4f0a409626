import GRDB
import SaybusPhrases

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
        let determiners = Self.determiners
        return try await work { db in
            func delete(_ entry: String) throws -> Bool {
                try db.execute(
                    sql: "DELETE FROM entries WHERE list = ? AND key = ?", arguments: [list, entry.lowercased()])
                if db.changesCount > 0 { return true }
                // Speech recognizers punctuate the same words in several ways.
                let words = Self.words(of: entry)
                guard !words.isEmpty else { return false }
                let rows = try Row.fetchAll(
                    db, sql: "SELECT id, entry FROM entries WHERE list = ?", arguments: [list])
                let entries = rows.map { (id: $0["id"] as Int64, words: Self.words(of: $0["entry"])) }
                var same = entries.filter { $0.words == words }
                if same.isEmpty {
                    let core = Self.core(of: words, without: determiners)
                    same = entries.filter { Self.core(of: $0.words, without: determiners) == core }
                }
                for entry in same { try db.execute(sql: "DELETE FROM entries WHERE id = ?", arguments: [entry.id]) }
                return !same.isEmpty
            }
            return try delete(phrase) ? [phrase] : parts.filter(delete)
        }
    }

    private static func words(of entry: String) -> [String] { Words.tokenize(entry).map(\.key) }

    /// Returns the words behind the determiners; all words when there are no others.
    private static func core(of words: [String], without determiners: Set<String>) -> ArraySlice<String> {
        let core = words.drop(while: determiners.contains)
        return core.isEmpty ? words[...] : core
    }

    /// The keys of the words that may precede an entry: `the`, `some`, but not `no`, which makes it another one.
    private static var determiners: Set<String> {
        let words = Language.inUse.questionWords
        func keys(_ words: [String]) -> Set<String> { Set(words.map(Words.key)) }
        return keys(words.determiners).subtracting(keys(words.disagreeing))
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
