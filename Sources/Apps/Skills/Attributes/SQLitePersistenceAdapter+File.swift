import GRDB

extension SQLitePersistenceAdapter {
    /// The application id `SayS`, shown by the `file` program and `PRAGMA application_id`.
    private static let applicationID: Int64 = 0x5361_7953

    /// Creates the table in an empty file. Throws for a database of another application.
    static func prepare(_ database: DatabaseQueue, _ path: String) throws {
        let (isNew, id) = try database.read { db in
            (
                try Int.fetchOne(db, sql: "SELECT count(*) FROM sqlite_schema") == 0,
                try Int64.fetchOne(db, sql: "PRAGMA application_id")
            )
        }
        guard isNew || id == applicationID else {
            throw SkillError(
                .storage, "\(path) is an SQLite database of something else than skills; choose another file")
        }
        guard isNew else { return }
        // In WAL mode readers and writers do not block each other.
        try database.writeWithoutTransaction { try $0.execute(sql: "PRAGMA journal_mode = WAL") }
        try database.write { db in
            try db.execute(
                sql: """
                    PRAGMA application_id = \(applicationID);
                    CREATE TABLE IF NOT EXISTS attributes (
                        application TEXT NOT NULL,
                        key TEXT NOT NULL,
                        attributes TEXT NOT NULL,
                        PRIMARY KEY (application, key)
                    ) STRICT, WITHOUT ROWID
                    """)
        }
    }

    /// Returns the ``SkillError`` for an SQLite error, with a reason that names the remedy.
    static func failure(_ error: DatabaseError, _ path: String) -> SkillError {
        let detail = error.message ?? "error \(error.resultCode.rawValue)"
        switch error.resultCode {
        case .SQLITE_FULL:
            return SkillError(
                .storageFull, "the disk is full: \(path) cannot grow; what was saved before stays", cause: error)
        case .SQLITE_NOTADB, .SQLITE_CORRUPT:
            return SkillError(
                .storageCorrupt, "\(path) cannot be read as an SQLite database: \(detail); put it aside, or mend it",
                cause: error)
        case .SQLITE_BUSY, .SQLITE_LOCKED:
            return SkillError(
                .storageBusy, "\(path) is held by another program: \(detail); try again later", cause: error)
        default:
            return SkillError(
                .storage,
                "\(path) cannot be used: \(detail); check its folder, its permissions and the space on the disk",
                cause: error)
        }
    }
}
