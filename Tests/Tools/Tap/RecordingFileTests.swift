import Foundation
import GRDB
import SaybusBus
import SaybusMessages
import SaybusStage
import SaybusTesting
import Testing

@testable import SaybusTap

@Suite("The file of a recording")
struct RecordingFileTests {
    @Test(
        "a recording ends with exit code 74 once its file is moved or removed, and a moved file has what came before",
        arguments: [true, false])
    func lostPlace(isMoved: Bool) async throws {
        let (test, folder) = (try TestBus(), try RecordingFolder())
        let bus = try test.connect(.transcribe)
        try await bus.ready()
        let recorder = try await folder.record(test.address)
        try bus.publish(SpeechPartial(text: "one", revision: 0), turn: TurnID())
        try await folder.written(1, by: recorder)
        let moved = folder.path + "/moved.db"
        if isMoved {
            try FileManager.default.moveItem(atPath: folder.file, toPath: moved)
        } else {
            try FileManager.default.removeItem(atPath: folder.file)
        }
        try bus.publish(SpeechPartial(text: "two", revision: 1), turn: TurnID())
        #expect(try await recorder.exitCode() == 74)
        let lines = recorder.lines(.standardError)
        #expect(lines.last?.contains(isMoved ? "was moved" : "was removed") == true, "\(lines)")
        #expect(!lines.contains { $0.hasPrefix("recorded ") }, "\(lines)")
        if isMoved {
            #expect(try RecordingFolder.integrity(moved) == "ok")
            #expect(try await RecordingFolder.partialCount(moved, text: "one") == 1)
        }
        // The emptied log at the former path is in nobody's way.
        let second = try await folder.record(test.address)
        second.send(SIGTERM)
        #expect(try await second.exitCode() == 0)
        #expect(try await RecordingReader(folder.file).recordings().map(\.ending) == ["stopped"])
    }

    @Test("the log of a recording that was moved is refused as that of a new one, and stays")
    func foreignLog() throws {
        let folder = try RecordingFolder()
        let log = URL(fileURLWithPath: folder.file + "-wal")
        try Data("pages".utf8).write(to: log)
        let error = #expect(throws: StageFailure.self) { _ = try RecordingFile.forWriting(folder.file) }
        #expect(error?.code == .inputOutput)
        #expect(error?.reason.contains("a.db-wal is the log of a recording that was moved") == true)
        #expect(try Data(contentsOf: log) == Data("pages".utf8))
        #expect(!FileManager.default.fileExists(atPath: folder.file))
    }

    @Test("through a link a new file is readable by its owner only as well, and its size includes its log")
    func link() throws {
        let folder = try RecordingFolder()
        let link = folder.path + "/link.db"
        try FileManager.default.createSymbolicLink(atPath: link, withDestinationPath: folder.file)
        let file = try RecordingFile.forWriting(link)
        let attributes = try FileManager.default.attributesOfItem(atPath: folder.file)
        #expect(attributes[.posixPermissions] as? Int == 0o600)
        let log = try FileManager.default.attributesOfItem(atPath: folder.file + "-wal")
        let sizes = [attributes, log].compactMap { $0[.size] as? Int }
        #expect(sizes.count == 2 && sizes.allSatisfy { $0 > 0 })
        #expect(file.size == Int64(sizes.reduce(0, +)))
    }

    @Test("a purge fails while another program reads the removed words, and a second one removes them then")
    func purgeWhileRead() async throws {
        let folder = try RecordingFolder()
        let word = "hippopotamus"
        let bytes = try await RecordingContent.recording(of: [Make.message(SpeechPartial(text: word, revision: 0))])
        try Data(bytes).write(to: URL(fileURLWithPath: folder.file))
        func isKept() throws -> Bool {
            try ["", "-wal"].contains { ending in
                let data = try Data(contentsOf: URL(fileURLWithPath: folder.file + ending))
                return data.firstRange(of: Data(word.utf8)) != nil
            }
        }
        let pool = try DatabasePool(path: folder.file)
        let reader = try pool.makeSnapshot()
        let purge = RecordingPurge(folder.file)
        let error = await #expect(throws: StageFailure.self) { _ = try await purge.purge(.default) }
        #expect(error?.code == .inputOutput)
        #expect(error?.reason.contains("being read by another program") == true, "\(error?.reason ?? "")")
        #expect(try isKept())
        try reader.close()
        #expect(try await purge.purge(.default).messages == 0)
        #expect(try !isKept())
        try pool.close()
    }

    @Test("a purge also removes what malformed messages of the same recording have quoted")
    func purgeQuotes() async throws {
        let folder = try RecordingFolder()
        let bytes = try await RecordingContent.recording(of: [Make.message(SpeechPartial(text: "a", revision: 0))])
        try Data(bytes).write(to: URL(fileURLWithPath: folder.file))
        let queue = try DatabaseQueue(path: folder.file)
        try await queue.write { db in
            try db.execute(
                sql: """
                    INSERT INTO malformed (recording, after, received, code, reason)
                    SELECT id, 0, 0, 'body', 'audio.output for "hippopotamus"' FROM recording
                    """)
        }
        try queue.close()
        let purge = RecordingPurge(folder.file)
        let hall = try #require(Session(rawValue: "hall"))
        #expect(try await purge.purge(hall).messages == 0)
        #expect(try await RecordingContent(readingAllOf: folder.file).malformed == 1)
        #expect(try await purge.purge(.default).messages == 1)
        #expect(try await RecordingContent(readingAllOf: folder.file).malformed == 0)
        let left = try Data(contentsOf: URL(fileURLWithPath: folder.file))
        #expect(left.firstRange(of: Data("hippopotamus".utf8)) == nil)
    }

    @Test("a recording that another program reads keeps nothing else from being purged")
    func purgeOthers() async throws {
        let folder = try RecordingFolder()
        let bytes = try await RecordingContent.recording(of: [Make.message(SpeechPartial(text: "a", revision: 0))])
        let files = ["read.db", "free.db"].map { "\(folder.path)/\($0)" }
        for file in files { try Data(bytes).write(to: URL(fileURLWithPath: file)) }
        let pool = try DatabasePool(path: files[0])
        let reader = try pool.makeSnapshot()
        let arguments = ["purge", "default", "--bus", "ipc://\(folder.path)/bus"]
        let purge = try ProgramUnderTest(
            "saybus", arguments + files.flatMap { ["--recording", $0] },
            environment: ["SAYBUS_STATE": "\(folder.path)/state"])
        #expect(try await purge.exitCode(within: .seconds(60)) == 74, "\(purge.report)")
        #expect(purge.lines() == ["removed 1 recorded message: \(files[1])"])
        let last = purge.lines(.standardError).last
        #expect(last?.contains("read.db is being read by another program") == true, "\(purge.report)")
        try reader.close()
        try pool.close()
        withExtendedLifetime(folder) {}
    }
}
