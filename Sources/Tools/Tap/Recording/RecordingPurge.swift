import Foundation
import GRDB
import SaybusMessages
import SaybusStage

/// The removal of a session's messages from a recording.
public struct RecordingPurge: Sendable {
    /// The result.
    public struct Result: Sendable, Equatable, Codable {
        /// The recording's file.
        public let file: String
        /// The number of messages that were removed, or would be.
        public let messages: Int
    }

    private let path: String

    /// Names a recording.
    public init(_ path: String) { self.path = path }

    /// Removes all messages of a session. Their bytes are overwritten, and the file shrinks.
    /// - Parameters:
    ///   - session: The session.
    ///   - isTrial: Whether to count only.
    /// - Throws: `StageFailure`: `noInput` when the file is no recording, `inputOutput` when it cannot be written, for
    ///   example because a recorder is writing it.
    public func purge(_ session: Session, isTrial: Bool = false) async throws -> Result {
        // Opening for writing would make a missing file.
        var file = try RecordingFile.forReading(path)
        if !isTrial { file = try RecordingFile.forWriting(path) }
        do {
            let count = try await file.database.read { db in
                try Int.fetchOne(
                    db, sql: "SELECT count(*) FROM message WHERE session = ?", arguments: [session.rawValue]) ?? 0
            }
            guard !isTrial, count > 0 else { return Result(file: path, messages: count) }
            try await file.database.writeWithoutTransaction { db in
                // Otherwise the deleted rows could still be read from free pages.
                try db.execute(sql: "PRAGMA secure_delete = ON")
                try db.inTransaction {
                    for table in ["message", "gap"] {
                        try db.execute(
                            sql: "DELETE FROM \(table) WHERE session = ?", arguments: [session.rawValue])
                    }
                    return .commit
                }
                try db.execute(sql: "VACUUM")
                // The log has the former pages.
                try db.execute(sql: "PRAGMA wal_checkpoint(TRUNCATE)")
            }
            return Result(file: path, messages: count)
        } catch {
            throw RecordingFile.failure(error, path, writing: true)
        }
    }
}
