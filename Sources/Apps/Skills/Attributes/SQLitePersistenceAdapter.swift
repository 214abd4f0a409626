import Foundation
import GRDB
import SaybusMessages

/// A store of attributes in an SQLite file. Several skills and several processes may share the file.
///
/// Each save is one transaction, so a crash leaves either the earlier attributes or the complete new ones.
public struct SQLitePersistenceAdapter: PersistenceAdapter {
    private let path: String
    private let database: DatabaseQueue
    private let keys: PartitionKeyGenerator

    /// Opens a file. A missing file is created, readable and writable by its owner only.
    ///
    /// - Parameters:
    ///   - path: The file.
    ///   - partitionKeyGenerator: The key under which attributes are stored.
    ///   - timeout: Seconds to wait for another process that has locked the file.
    /// - Throws: ``SkillError`` with the code `storageBusy`, `storageFull`, `storageCorrupt` or `storage`.
    public init(
        path: String, partitionKeyGenerator: PartitionKeyGenerator = .userId, timeout: Double = 5
    ) throws {
        // If creating the file fails, SQLite reports the reason below.
        let descriptor = open(path, O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC, 0o600)
        if descriptor >= 0 { close(descriptor) }
        var configuration = Configuration()
        configuration.busyMode = .timeout(timeout)
        do {
            database = try DatabaseQueue(path: path, configuration: configuration)
            try Self.prepare(database, path)
        } catch let error as DatabaseError {
            throw Self.failure(error, path)
        }
        (self.path, keys) = (path, partitionKeyGenerator)
    }

    /// Returns the saved attributes; empty when nothing was saved.
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
                "what \(path) has for \(requestEnvelope.context.system.application.applicationId) "
                    + "is no JSON object: delete it with deletePersistentAttributes, or mend it")
        }
        return attributes
    }

    /// Saves attributes, replacing the earlier ones. Throws for values that JSON cannot express, such as infinite
    /// numbers.
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

    /// Deletes the saved attributes.
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
