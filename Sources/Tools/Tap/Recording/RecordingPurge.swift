import Foundation
import GRDB
import SaybusMessages
import SaybusStage

/// The removal of a session's messages from a recording.
public struct RecordingPurge: Sendable {
    /// The count of what was removed from one file, as `--json` prints it.
    public struct Result: Sendable, Equatable, Codable {
        /// The recording's file.
        let file: String
        /// The number of messages that were removed, or would be.
        public let messages: Int
    }

    private let path: String

    /// Names a recording.
    public init(_ path: String) { self.path = path }

    /// Removes all messages of a session. Their bytes are overwritten, and the file shrinks. Without messages the log
    /// is emptied nevertheless: another program may have kept an earlier purge from that.
    ///
    /// The sentences about malformed messages quote them, and do not name their session. Those of the recordings that
    /// have messages of the session go, too.
    /// - Parameters:
    ///   - session: The session.
    ///   - isTrial: Whether to count only.
    /// - Throws: `StageFailure`: `noInput` when the file is no recording, `inputOutput` when it cannot be written, for
    ///   example because another program is reading or writing it.
    public func purge(_ session: Session, isTrial: Bool = false) async throws -> Result {
        // Opening for writing would make a missing file.
        var file = try RecordingFile.forReading(path)
        if !isTrial { file = try RecordingFile.forWriting(path) }
        do {
            let (count, quotes) = try await file.database.read { db in
                func number(of rows: String) throws -> Int {
                    try Int.fetchOne(
                        db, sql: "SELECT count(*) FROM \(rows)", arguments: ["session": session.rawValue]) ?? 0
                }
                return (try number(of: Self.messages), try number(of: Self.quotes))
            }
            guard !isTrial else { return Result(file: path, messages: count) }
            try await file.database.writeWithoutTransaction { [path] db in
                if count + quotes > 0 { try Self.remove(session, db) }
                try Self.emptyLog(of: path, db)
            }
            return Result(file: path, messages: count)
        } catch {
            throw RecordingFile.failure(error, path, writing: true)
        }
    }

    private static let messages = "message WHERE session = :session"
    /// The rows of malformed messages that may quote words of a session.
    private static let quotes = """
        malformed WHERE recording IN (SELECT recording FROM message WHERE session = :session)
        OR instr(reason, '/' || :session || '/') > 0
        """

    /// Removes the rows of a session.
    private static func remove(_ session: Session, _ db: Database) throws {
        // Otherwise the deleted rows could still be read from free pages.
        try db.execute(sql: "PRAGMA secure_delete = ON")
        try db.inTransaction {
            // First the quotes, which are found by the messages.
            for rows in [quotes, messages, "gap WHERE session = :session"] {
                try db.execute(sql: "DELETE FROM \(rows)", arguments: ["session": session.rawValue])
            }
            return .commit
        }
        try db.execute(sql: "VACUUM")
    }

    /// Moves the pages of the log into the file, and empties the log, which has the former pages.
    private static func emptyLog(of path: String, _ db: Database) throws {
        do {
            try db.checkpoint(.truncate)
        } catch let error as DatabaseError where error.resultCode == .SQLITE_BUSY {
            throw StageFailure(
                .inputOutput,
                "\(path) is being read by another program, so that the removed words are still in it: purge again when "
                    + "that has ended")
        }
    }
}
