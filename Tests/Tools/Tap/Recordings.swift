import Foundation
import GRDB
import SaybusBus
import SaybusMessages
import SaybusTesting
import Testing

@testable import SaybusTap

/// A folder for a recording that goes with it, and programs that work on it.
final class RecordingFolder: Sendable {
    let path: String

    init() throws {
        path = NSTemporaryDirectory() + "saybus-recording-" + UUID().uuidString.prefix(13).lowercased()
        try FileManager.default.createDirectory(atPath: path, withIntermediateDirectories: true)
    }

    deinit { try? FileManager.default.removeItem(atPath: path) }

    var file: String { "\(path)/a.db" }

    /// Starts a recorder and waits until it records.
    func record(_ address: BusAddress, _ arguments: [String] = [], file: String? = nil) async throws -> ProgramUnderTest
    {
        let recorder = try ProgramUnderTest(
            "saybus-tap", ["record", file ?? self.file, "--bus", address.url, "--log-level", "debug"] + arguments)
        try await recorder.ready()
        return recorder
    }

    /// Runs the tap without a bus, or with its own.
    func tap(_ arguments: String...) async throws -> (code: Int32, lines: [String], errors: [String]) {
        let tap = try ProgramUnderTest("saybus-tap", arguments)
        let code = try await tap.exitCode(within: .seconds(60))
        return (code, tap.lines(), tap.lines(.standardError))
    }

    /// All messages of a file, save the recorder's own and the broker's.
    static func messages(_ path: String) async throws -> [StoredMessage] {
        try await RecordingReader(path).messages(.init()).filter {
            !["tap", "broker"].contains($0.message.header.source.role)
        }
    }

    /// How many partial texts of a recording that still grows are these words.
    static func last(_ path: String, _ text: String) async throws -> Int {
        try await DatabaseQueue(path: path).read { db in
            try Int.fetchOne(
                db, sql: "SELECT count(*) FROM message WHERE kind = 'speech.partial' AND body ->> '$.text' = ?",
                arguments: [text]) ?? 0
        }
    }

    /// What SQLite itself thinks of a file.
    static func integrity(_ path: String) throws -> String? {
        try DatabaseQueue(path: path).read { try String.fetchOne($0, sql: "PRAGMA integrity_check") }
    }
}

extension ProgramUnderTest {
    /// Waits until a recorder has written at least so many messages.
    func written(_ count: Int) async throws {
        try await line(on: .standardError, within: .seconds(30)) { line in
            line.contains("written") && (line.firstMatch(of: /messages=(\d+)/).flatMap { Int($0.1) } ?? 0) >= count
        }
    }
}
