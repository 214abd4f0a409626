import Foundation
import GRDB
import SaybusBus
import SaybusMessages
import SaybusTesting
import Testing

@testable import SaybusTap

/// A temporary folder for a recording, with functions that run programs on it.
final class RecordingFolder: Sendable {
    let path: String

    init() throws {
        path = NSTemporaryDirectory() + "saybus-recording-" + UUID().uuidString.prefix(13).lowercased()
        try FileManager.default.createDirectory(atPath: path, withIntermediateDirectories: true)
    }

    deinit { try? FileManager.default.removeItem(atPath: path) }

    var file: String { "\(path)/a.db" }

    /// Starts a recorder and waits until it is ready.
    func record(_ address: BusAddress, _ arguments: [String] = [], file: String? = nil) async throws -> ProgramUnderTest
    {
        let recorder = try ProgramUnderTest(
            "saybus-tap", ["record", file ?? self.file, "--bus", address.url, "--log-level", "debug"] + arguments)
        try await recorder.ready()
        return recorder
    }

    /// Runs saybus-tap with these arguments to its end.
    func tap(_ arguments: String...) async throws -> (code: Int32, lines: [String], errors: [String]) {
        let tap = try ProgramUnderTest("saybus-tap", arguments)
        let code = try await tap.exitCode(within: .seconds(60))
        return (code, tap.lines(), tap.lines(.standardError))
    }

    /// Returns all messages of a file except those of taps and the broker.
    static func messages(_ path: String) async throws -> [StoredMessage] {
        try await RecordingReader(path).messages(.init()).filter {
            ![.tap, .broker].contains($0.message.header.source.role)
        }
    }

    /// Waits until a recorder has written at least this number of messages. Those of taps and the broker do not count:
    /// their number depends on how long a test takes.
    func written(_ count: Int, by recorder: ProgramUnderTest, file: String? = nil) async throws {
        var (all, others) = (0, 0)
        while others < count {
            all = try await recorder.written(all + 1)
            others = try await Self.messages(file ?? self.file).count
        }
    }

    /// Returns the number of partials with this text in a recording that is still being written.
    static func partialCount(_ path: String, text: String) async throws -> Int {
        try await DatabaseQueue(path: path).read { db in
            try Int.fetchOne(
                db, sql: "SELECT count(*) FROM message WHERE kind = 'speech.partial' AND body ->> '$.text' = ?",
                arguments: [text]) ?? 0
        }
    }

    /// Returns the result of SQLite's integrity check of a file.
    static func integrity(_ path: String) throws -> String? {
        try DatabaseQueue(path: path).read { try String.fetchOne($0, sql: "PRAGMA integrity_check") }
    }
}

extension ProgramUnderTest {
    /// Waits until a recorder has written at least this number of messages, its own included.
    /// - Returns: The number that it has written.
    @discardableResult
    func written(_ count: Int) async throws -> Int {
        @Sendable func number(_ line: String) -> Int {
            guard line.contains("written") else { return 0 }
            return line.firstMatch(of: /messages=(\d+)/).flatMap { Int($0.1) } ?? 0
        }
        return number(try await line(on: .standardError, within: .seconds(30)) { number($0) >= count })
    }
}
