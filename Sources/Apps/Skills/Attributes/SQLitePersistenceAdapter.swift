import Foundation
import GRDB
import SaybusMessages

/// Keeps attributes in an SQLite file; several skills, and several processes, may share one.
///
/// Each save is one transaction: after a crash there is what was saved before it, or all of what was being saved.
public struct SQLitePersistenceAdapter: PersistenceAdapter {
    private let path: String
    private let database: DatabaseQueue
    private let keys: PartitionKeyGenerator

    /// Opens a file; one that is not there, or empty, is made, for its owner alone.
    ///
    /// Throws ``SkillError``: see ``SkillError/Code/storage`` and the codes before it.
    ///
    /// - Parameters:
    ///   - path: The file.
    ///   - partitionKeyGenerator: Who or what attributes are kept for.
    ///   - patience: How long to wait for another process that holds the file, in seconds.
    public init(
        path: String, partitionKeyGenerator: PartitionKeyGenerator = .userId, patience: Double = 5
    ) throws {
        // Why it cannot be made, SQLite will say.
        let descriptor = open(path, O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC, 0o600)
        if descriptor >= 0 { close(descriptor) }
        var configuration = Configuration()
        configuration.busyMode = .timeout(patience)
        do {
            database = try DatabaseQueue(path: path, configuration: configuration)
            try Self.prepare(database, path)
        } catch let error as DatabaseError {
            throw Self.failure(error, path)
        }
        (self.path, keys) = (path, partitionKeyGenerator)
    }

    /// What was saved; empty when nothing was.
    public func getAttributes(requestEnvelope: RequestEnvelope) async throws -> [String: JSONValue] {
        let row = try row(requestEnvelope)
        let text = try await reporting {
            try await database.read { db in
                try String.fetchOne(
                    db, sql: "SELECT attributes FROM attributes WHERE application = ? AND key = ?", arguments: row)
            }
        }
        guard let text else { return [:] }
        guard case .object(let attributes) = try? JSONValue(parsing: Array(text.utf8)) else {
            throw SkillError(
                .storageCorrupt,
                "what \(path) has for \(requestEnvelope.context.system.application.applicationId) is no JSON object: delete it "
                    + "with deletePersistentAttributes, or mend it")
        }
        return attributes
    }

    /// Saves attributes in place of those that were; what is no JSON, such as an infinite number, is refused.
    public func saveAttributes(requestEnvelope: RequestEnvelope, attributes: [String: JSONValue]) async throws {
        let text = try text(attributes)
        let row = try row(requestEnvelope) + [text]
        try await reporting {
            try await database.write { db in
                try db.execute(
                    sql: """
                        INSERT INTO attributes (application, key, attributes) VALUES (?, ?, ?)
                        ON CONFLICT (application, key) DO UPDATE SET attributes = excluded.attributes
                        """, arguments: row)
            }
        }
    }

    /// Deletes what was saved.
    public func deleteAttributes(requestEnvelope: RequestEnvelope) async throws {
        let row = try row(requestEnvelope)
        try await reporting {
            try await database.write { db in
                try db.execute(sql: "DELETE FROM attributes WHERE application = ? AND key = ?", arguments: row)
            }
        }
    }

    private func text(_ attributes: [String: JSONValue]) throws -> String {
        do {
            return String(decoding: try JSONEncoder().encode(attributes), as: UTF8.self)
        } catch {
            throw SkillError(
                .storage, "the attributes are no JSON, so \(path) keeps what it has: \(error)", cause: error)
        }
    }

    private func row(_ envelope: RequestEnvelope) throws -> StatementArguments {
        [envelope.context.system.application.applicationId, try keys.key(envelope)]
    }

    private func reporting<Result: Sendable>(_ work: () async throws -> Result) async throws -> Result {
        do {
            return try await work()
        } catch let error as DatabaseError {
            throw Self.failure(error, path)
        }
    }
}
