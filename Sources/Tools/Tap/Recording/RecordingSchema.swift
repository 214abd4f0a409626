import GRDB

/// The tables of a recording's file, documented in `Recording.md`.
enum RecordingSchema {
    /// `SayB`, which the `file` program and `PRAGMA application_id` show.
    static let applicationID: Int64 = 0x5361_7942

    /// The migrations that create or update the tables. A file with an unknown migration was written by a
    /// newer program.
    static var migrator: DatabaseMigrator {
        var migrator = DatabaseMigrator()
        migrator.registerMigration("1") { db in
            try db.execute(sql: "PRAGMA application_id = \(applicationID)")
            try db.execute(sql: version1)
        }
        return migrator
    }

    private static let version1 = """
        CREATE TABLE recording (
            id INTEGER PRIMARY KEY,
            started INTEGER NOT NULL,
            ended INTEGER,
            ending TEXT,
            bus TEXT NOT NULL,
            audio INTEGER NOT NULL,
            left_out INTEGER NOT NULL DEFAULT 0
        ) STRICT;
        CREATE TABLE message (
            number INTEGER PRIMARY KEY,
            recording INTEGER NOT NULL REFERENCES recording(id),
            received INTEGER NOT NULL,
            fate TEXT NOT NULL CHECK (fate IN ('delivered', 'retained', 'stale', 'repeated')),
            id TEXT NOT NULL,
            kind TEXT NOT NULL,
            session TEXT NOT NULL,
            turn TEXT,
            source TEXT NOT NULL,
            run INTEGER NOT NULL,
            seq INTEGER NOT NULL,
            at INTEGER NOT NULL,
            causes TEXT,
            deadline INTEGER,
            retain INTEGER NOT NULL DEFAULT 0,
            content TEXT,
            chunk INTEGER,
            last INTEGER,
            replays TEXT,
            body ANY,
            size INTEGER NOT NULL,
            broker_offset INTEGER,
            broker_epoch INTEGER,
            broker_user TEXT,
            broker_at INTEGER
        ) STRICT;
        CREATE INDEX message_turn ON message(turn) WHERE turn IS NOT NULL;
        CREATE TABLE gap (
            recording INTEGER NOT NULL REFERENCES recording(id),
            before INTEGER NOT NULL,
            count INTEGER NOT NULL,
            kind TEXT,
            session TEXT,
            source TEXT,
            run INTEGER
        ) STRICT;
        CREATE TABLE malformed (
            recording INTEGER NOT NULL REFERENCES recording(id),
            after INTEGER NOT NULL,
            received INTEGER NOT NULL,
            code TEXT NOT NULL,
            reason TEXT NOT NULL,
            source TEXT
        ) STRICT;
        """
}
