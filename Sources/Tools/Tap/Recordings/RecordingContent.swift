import Foundation
import GRDB
import SaybusBus
import SaybusMessages

/// All that a recording's file holds, counted. A fuzzer reads damaged files with it.
package struct RecordingContent: Sendable, Equatable {
    /// The number of times that the file was recorded into.
    package var recordings = 0
    /// The number of messages that can be read.
    package var messages = 0
    /// The number of rows of messages that cannot be read.
    var unreadable = 0
    /// The number of turns of all recordings.
    package var turns = 0
    /// The number of malformed messages.
    package var malformed = 0

    /// Reads a file to its end, in all the ways in which the tap's commands read it.
    /// - Throws: `StageFailure` for a file that is no recording.
    package init(readingAllOf path: String) async throws {
        let reader = try RecordingReader(path)
        for recording in try await reader.recordings() {
            recordings += 1
            malformed += try await reader.malformed(recording: recording.id).count
        }
        var messages = 0
        unreadable = try await reader.forEach { _ in messages += 1 }
        self.messages = messages
        turns = try await reader.turns().count
        _ = try await reader.kinds()
    }

    /// Returns the bytes of a file with one recording of these messages.
    /// - Parameters:
    ///   - messages: The messages.
    ///   - isSmall: Whether the file has the smallest pages, and no log of its own, so that it has few bytes.
    package static func recording(of messages: [RawMessage], inSmallPages isSmall: Bool = false) async throws -> [UInt8]
    {
        let folder = NSTemporaryDirectory() + "saybus-recording-" + UUID().uuidString.lowercased()
        try FileManager.default.createDirectory(atPath: folder, withIntermediateDirectories: true)
        defer { try? FileManager.default.removeItem(atPath: folder) }
        let path = folder + "/recording.sqlite"
        let file = try RecordingFile.forWriting(path)
        var writer = try RecordingWriter(
            file, bus: BusAddress("ipc:///tmp/bus"), withAudio: true, filter: try TapFilter())
        let items = messages.map {
            RecordQueue.Item(received: WallClock.microseconds(), observation: .message($0, .delivered), isEarly: false)
        }
        try await writer.write(items[...], leftOut: 0)
        try await writer.end("stopped")
        // Closing moves the log into the file.
        try file.database.close()
        if isSmall { try shrink(path) }
        return Array(try Data(contentsOf: URL(filePath: path)))
    }

    private static func shrink(_ path: String) throws {
        let database = try DatabaseQueue(path: path)
        try database.writeWithoutTransaction { database in
            // The size of pages cannot change beside a write-ahead log.
            for command in ["PRAGMA journal_mode = DELETE", "PRAGMA page_size = 512", "VACUUM"] {
                try database.execute(sql: command)
            }
        }
        try database.close()
    }
}
