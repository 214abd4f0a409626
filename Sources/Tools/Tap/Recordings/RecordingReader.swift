import Foundation
import GRDB
import SaybusMessages
import SaybusStage

/// A reader of a recording's file, in pages, since it may be larger than memory and may still be written.
struct RecordingReader: Sendable {
    /// A selection of messages.
    struct Selection: Sendable {
        /// The recording of the file; nil selects all.
        var recording: Int64?
        /// The turn; nil selects all.
        var turn: TurnID?
        /// Whether to select only messages outside turns.
        var isOutsideTurns = false
        /// The kinds; nil selects all.
        var kinds: Set<Kind>?
        /// The number of the first message; nil selects from the beginning.
        var first: Int64?
        /// The number of the last message; nil selects to the end, which moves while the file is written.
        var last: Int64?
        /// Whether to read messages without their audio bytes.
        var withoutAudio = false
    }

    /// One recording of the file.
    struct Recording: Sendable {
        let id: Int64
        let started: Int64
        /// The time of its end; nil while it is being written, and after the recorder was killed.
        let ended: Int64?
        /// The cause of its end, a raw value of `BusRecorder.Ending`.
        let ending: String?
        let bus: String
        let withAudio: Bool
        let messages: Int
        /// The numbers of its first and last message; nil without one.
        let numbers: (first: Int64, last: Int64)?
        /// The time at which the last message was received.
        let last: Int64?
        let lost: Int
        let leftOut: Int
        let malformed: Int
    }

    /// The number of messages in a page. Each message has at most 1 MiB.
    private static let pageSize = 100

    let path: String
    private let database: DatabaseQueue

    /// Opens the file.
    init(_ path: String) throws {
        let file = try RecordingFile.forReading(path)
        (self.path, database) = (path, file.database)
    }

    private func read<Value: Sendable>(_ body: @escaping @Sendable (Database) throws -> Value) async throws -> Value {
        do {
            return try await database.read(body)
        } catch {
            throw RecordingFile.failure(error, path, writing: false)
        }
    }

    /// Returns the recordings of the file, oldest first.
    func recordings() async throws -> [Recording] {
        try await read { db in
            try Row.fetchAll(db, sql: Self.recordingsQuery).compactMap(Self.recording)
        }
    }

    /// The query for the recordings. It passes over each table once, however many recordings there are.
    static let recordingsQuery = """
        SELECT r.id AS id, started, ended, ending, bus, audio, left_out, messages, lowest, highest, last, lost, malformed
        FROM recording r
        LEFT JOIN (
            SELECT recording, count(*) AS messages, min(number) AS lowest, max(number) AS highest, max(received) AS last
            FROM message GROUP BY recording
        ) m ON m.recording = r.id
        LEFT JOIN (SELECT recording, total(count) AS lost FROM gap WHERE kind IS NOT NULL GROUP BY recording) g
            ON g.recording = r.id
        LEFT JOIN (SELECT recording, count(*) AS malformed FROM malformed GROUP BY recording) f
            ON f.recording = r.id
        ORDER BY r.id
        """

    private static func recording(_ row: Row) -> Recording? {
        guard let id = Int64.fromDatabaseValue(row["id"]), let started = Int64.fromDatabaseValue(row["started"]),
            let bus = String.fromDatabaseValue(row["bus"])
        else { return nil }
        let lost = Double.fromDatabaseValue(row["lost"]) ?? 0
        var numbers: (first: Int64, last: Int64)?
        if let lowest = Int64.fromDatabaseValue(row["lowest"]), let highest = Int64.fromDatabaseValue(row["highest"]) {
            numbers = (lowest, highest)
        }
        return Recording(
            id: id, started: started, ended: Int64.fromDatabaseValue(row["ended"]),
            ending: String.fromDatabaseValue(row["ending"]), bus: bus,
            withAudio: Bool.fromDatabaseValue(row["audio"]) ?? false,
            messages: Int.fromDatabaseValue(row["messages"]) ?? 0, numbers: numbers,
            last: Int64.fromDatabaseValue(row["last"]),
            lost: Int(exactly: lost) ?? .max, leftOut: Int.fromDatabaseValue(row["left_out"]) ?? 0,
            malformed: Int.fromDatabaseValue(row["malformed"]) ?? 0)
    }

    /// Calls `body` for each message, in order of receipt. Invalid rows are skipped.
    /// - Returns: The number of invalid rows.
    /// - Throws: `StageFailure` with code `noInput` for a damaged file, in which the rows are not in order: their pages
    ///   could be read again and again.
    @discardableResult
    func forEach(_ selection: Selection = Selection(), _ body: (StoredMessage) async throws -> Void) async throws -> Int
    {
        // The number before the first one.
        var last: Int64 = .min
        if let first = selection.first, first > .min { last = first - 1 }
        var unreadable = 0
        while true {
            let rows = try await page(after: last, selection)
            for row in rows {
                guard row.number > last else {
                    throw StageFailure(.noInput, "\(path) is no recording: it is damaged, its rows are not in order")
                }
                last = row.number
                if let message = row.message { try await body(message) } else { unreadable += 1 }
            }
            if rows.count < Self.pageSize { return unreadable }
            try Task.checkCancellation()
        }
    }

    /// Returns all messages of a selection that is known to be small, such as one turn.
    func messages(_ selection: Selection) async throws -> [StoredMessage] {
        var messages: [StoredMessage] = []
        try await forEach(selection) { messages.append($0) }
        return messages
    }

    private struct PageRow: Sendable {
        let number: Int64
        let message: StoredMessage?
    }

    private func page(after last: Int64, _ selection: Selection) async throws -> [PageRow] {
        var conditions = ["number > ?"]
        var arguments: StatementArguments = [last]
        if let recording = selection.recording {
            conditions.append("recording = ?")
            arguments += [recording]
        }
        if let turn = selection.turn {
            conditions.append("turn = ?")
            arguments += [turn.description]
        }
        if selection.isOutsideTurns { conditions.append("turn IS NULL") }
        if let last = selection.last {
            conditions.append("number <= ?")
            arguments += [last]
        }
        if let kinds = selection.kinds {
            conditions.append("kind IN (\(Array(repeating: "?", count: kinds.count).joined(separator: ", ")))")
            arguments += StatementArguments(kinds.map(\.rawValue).sorted())
        }
        // SQLite does not read a blob's pages if the query does not return the blob.
        let columns =
            selection.withoutAudio
            ? StoredMessage.columns.replacingOccurrences(
                of: " body,", with: " CASE typeof(body) WHEN 'blob' THEN NULL ELSE body END AS body,")
            : StoredMessage.columns
        let sql = """
            SELECT number, \(columns) FROM message WHERE \(conditions.joined(separator: " AND ")) \
            ORDER BY number LIMIT \(Self.pageSize)
            """
        return try await read { [arguments] db in
            try Row.fetchAll(db, sql: sql, arguments: arguments).compactMap { row in
                Int64.fromDatabaseValue(row["number"]).map { PageRow(number: $0, message: StoredMessage(row)) }
            }
        }
    }

    /// Returns the number of the newest message; nil without messages.
    func lastNumber() async throws -> Int64? {
        try await read { try Int64.fetchOne($0, sql: "SELECT max(number) FROM message") }
    }

    /// Returns the number of delivered messages of each kind.
    func kinds() async throws -> [Kind: Int] {
        try await read { db in
            var counts: [Kind: Int] = [:]
            for row in try Row.fetchAll(
                db, sql: "SELECT kind, count(*) AS count FROM message WHERE fate = 'delivered' GROUP BY kind")
            {
                guard let kind = String.fromDatabaseValue(row["kind"]).flatMap(Kind.init(rawValue:)) else { continue }
                counts[kind] = Int.fromDatabaseValue(row["count"])
            }
            return counts
        }
    }

    /// Returns the malformed messages of a recording; `after` is the number of the valid message before each.
    func malformed(recording: Int64) async throws -> [(after: Int64, error: MessageError)] {
        try await read { db in
            try Row.fetchAll(
                db,
                sql:
                    "SELECT after, code, reason, source FROM malformed WHERE recording = ? ORDER BY rowid LIMIT 100000",
                arguments: [recording]
            ).compactMap { row in
                guard let after = Int64.fromDatabaseValue(row["after"]),
                    let code = String.fromDatabaseValue(row["code"]).flatMap(MessageError.Code.init(rawValue:)),
                    let reason = String.fromDatabaseValue(row["reason"])
                else { return nil }
                let source = String.fromDatabaseValue(row["source"]).flatMap { Source($0) }
                return (after, MessageError(code, reason, source: source))
            }
        }
    }
}
