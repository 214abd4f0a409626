import Foundation
import GRDB
import SaybusBus
import SaybusMessages
import SaybusSound
import SaybusTesting
import Testing

@testable import SaybusTap

@Suite("The programs saybus-tap record, sessions and export")
struct RecordTests {
    @Test(
        "messages are recorded with stamp and fate; gaps and malformed frames are recorded, too"
    )
    func everything() async throws {
        let (test, folder) = (try TestBus(), try RecordingFolder())
        let bus = try test.connect(.transcribe)
        try await bus.ready()
        let status = StageStatus(role: .transcribe, instance: "test", state: .ready, pid: 1, uptimeMs: 0)
        try bus.publish(status)
        let observer = try test.connect(Role("observer"))
        let seen = observer.subscribe(to: [SpeechPartial.self])
        try await observer.ready()
        let recorder = try await folder.record(test.address)
        let turn = TurnID()
        let first = try bus.publish(SpeechPartial(text: "one", revision: 0), turn: turn)
        try bus.publish(SpeechPartial(text: "late", revision: 1), turn: turn, deadline: 1)
        guard case .message(let message)? = await seen.first() else {
            Issue.record("no message")
            return
        }
        try bus.publishAgain([message])
        try bus.publish(frames: [Array("speech.partial/ab/default/".utf8), [0x7B, 0xFF], []])
        // Three sequence numbers are skipped, as if three messages were lost.
        var later = message
        later.header.id = MessageID()
        later.header.sequence = 5
        try bus.publishAgain([later])
        try await bus.ready()
        try await folder.written(5, by: recorder)
        recorder.send(SIGTERM)
        #expect(try await recorder.exitCode() == 0)
        let summary = recorder.lines(.standardError).last ?? ""
        #expect(summary.contains("1 malformed, 3 lost"), "\(summary)")

        // The file contains private speech, so only its owner may read it; closed properly, it has no log.
        #expect(try FileManager.default.attributesOfItem(atPath: folder.file)[.posixPermissions] as? Int == 0o600)
        #expect(!FileManager.default.fileExists(atPath: folder.file + "-wal"))
        let messages = try await RecordingFolder.messages(folder.file)
        #expect(messages.map(\.fate) == [.retained, .delivered, .stale, .repeated, .delivered])
        #expect(messages[1].message.header == first)
        #expect(messages[1].message.body == message.body)
        let offsets = messages.compactMap { $0.message.stamp?.offset }
        #expect(offsets.count == 5 && offsets == offsets.sorted() && Set(offsets).count == 5)
        let recordings = try await RecordingReader(folder.file).recordings()
        #expect(recordings.map(\.lost) == [3] && recordings.map(\.malformed) == [1])
        #expect(recordings[0].ending == "stopped" && recordings[0].ended != nil)
        let export = try await folder.tap("export", folder.file, "--source", "transcribe")
        #expect(export.code == 0)
        let values = try export.lines.map { try JSONValue(parsing: Array($0.utf8)) }
        #expect(values.count { $0["lost"] != nil } == 1)
        let shown = values.filter { $0["header"] != nil }
        #expect(shown.compactMap { $0["fate"] } == ["retained", "stale", "repeated"])
        #expect(shown.allSatisfy { $0["stamp"]?["offset"] != nil && $0["received"] != nil })
        #expect(shown[1]["body"]?["text"] == "one")
        let garbage = try await folder.tap("export", folder.file, "--match", "header")
        #expect(garbage.lines.count { $0.hasPrefix("{\"malformed\"") } == 1, "\(garbage.lines)")
    }

    @Test("a second run appends to the file, and sessions lists both runs with their turns")
    func appending() async throws {
        let (test, folder) = (try TestBus(), try RecordingFolder())
        let bus = try test.connect(.dispatch)
        try await bus.ready()
        for (index, text) in ["next song", "stop"].enumerated() {
            let recorder = try await folder.record(test.address)
            let turn = TurnID()
            let transcript = try bus.publish(SpeechTranscript(text: text, engine: "text"), turn: turn)
            try bus.publish(
                CommandInvoked(app: "player", type: "Go", parameters: [:], confidence: 1, text: text), turn: turn)
            try bus.publish(TurnEnded(outcome: .handled, app: "player", command: "Go"), turn: turn)
            // Without an answer it would be retransmitted during the second recording.
            bus.withdraw(transcript.id)
            try await bus.ready()
            try await folder.written(3 * (index + 1), by: recorder)
            recorder.send(SIGINT)
            #expect(try await recorder.exitCode() == 0)
        }
        let sessions = try await folder.tap("sessions", folder.file)
        #expect(sessions.code == 0)
        let text = sessions.lines.joined(separator: "\n")
        #expect(text.contains("recording 1") && text.contains("recording 2"), "\(text)")
        #expect(text.contains("\"stop\" → player: Go()  handled"))
        let json = try await folder.tap("sessions", folder.file, "--json")
        let values = try json.lines.map { try JSONValue(parsing: Array($0.utf8)) }
        guard values.count == 2, case .array(let turns)? = values[1]["turns"] else {
            Issue.record("\(json.lines)")
            return
        }
        #expect(turns.map { $0["transcript"] } == ["stop"])
        // Messages between the two recordings do not count as lost.
        #expect(values.map { $0["lost"] } == [0, 0])
    }

    @Test("after kill -9 the file is intact with all committed messages, and the next recorder appends to it")
    func killed() async throws {
        let (test, folder) = (try TestBus(), try RecordingFolder())
        let bus = try test.connect(.transcribe)
        try await bus.ready()
        let recorder = try await folder.record(test.address)
        let turn = TurnID()
        for revision in 0..<3000 { try bus.publish(SpeechPartial(text: "word", revision: revision), turn: turn) }
        try await folder.written(1500, by: recorder)
        recorder.send(SIGKILL)
        #expect(try await recorder.exitCode() == 128 + SIGKILL)
        let messages = try await RecordingFolder.messages(folder.file)
        #expect(messages.count >= 1500)
        let revisions = try messages.filter { $0.message.header.kind == SpeechPartial.kind }.map {
            try $0.message.decode(SpeechPartial.self).body.revision
        }
        #expect(revisions == Array(0..<revisions.count))
        #expect(try RecordingFolder.integrity(folder.file) == "ok")
        let sessions = try await folder.tap("sessions", folder.file)
        #expect(sessions.lines.first?.contains("goes on, or was cut off") == true, "\(sessions.lines)")
        let second = try await folder.record(test.address)
        second.send(SIGTERM)
        #expect(try await second.exitCode() == 0)
        #expect(try await RecordingReader(folder.file).recordings().map(\.ending) == [nil, "stopped"])
    }

    @Test(
        "audio is exported as a WAV file per turn, with silence for gaps; with --no-audio only its size is recorded"
    )
    func sound() async throws {
        let (test, folder) = (try TestBus(), try RecordingFolder())
        let bus = try test.connect(.listen)
        try await bus.ready()
        let recorder = try await folder.record(test.address)
        let silent = try await folder.record(test.address, ["--no-audio"], file: folder.path + "/silent.db")
        let turn = TurnID()
        let chunk: [UInt8] = (0..<960).flatMap { [UInt8($0 & 0xFF), 1] }
        // Chunk 1 is missing.
        for index in [0, 2] {
            try bus.publish(AudioInput(index: index, isLast: index == 2, samples: chunk), turn: turn)
        }
        try await bus.ready()
        for (program, file) in [(recorder, folder.file), (silent, folder.path + "/silent.db")] {
            try await folder.written(2, by: program, file: file)
            program.send(SIGTERM)
            #expect(try await program.exitCode() == 0)
        }
        let export = try await folder.tap(
            "export", folder.file, "--kind", "speech.*", "--turn", "\(turn)", "--wav", folder.path + "/sounds")
        #expect(export.code == 0 && export.lines.isEmpty)
        #expect(export.errors.contains { $0.contains("1 chunk missing") }, "\(export.errors)")
        // Others have no business with private speech.
        for (path, mode) in [("sounds", 0o700), ("sounds/\(turn).wav", 0o600)] {
            let attributes = try FileManager.default.attributesOfItem(atPath: "\(folder.path)/\(path)")
            #expect(attributes[.posixPermissions] as? Int == mode, "\(path)")
        }
        let reader = try SoundFileReader(path: "\(folder.path)/sounds/\(turn).wav")
        var samples: [Int16] = []
        while case let block = try reader.read(4096), !block.isEmpty { samples += block }
        #expect(samples.count == 3 * 960)
        #expect(samples[0] == 256 && samples[5] == 261 && samples[960] == 0 && samples[1925] == 261)

        let messages = try await RecordingFolder.messages(folder.path + "/silent.db")
        #expect(messages.map(\.size) == [1920, 1920])
        #expect(messages.allSatisfy { $0.isBodyLeftOut && $0.message.body.isEmpty })
        let none = try await folder.tap("export", folder.path + "/silent.db", "--wav", folder.path + "/none")
        #expect(none.errors.contains { $0.contains("left out of the recording") })
        #expect(try FileManager.default.contentsOfDirectory(atPath: folder.path + "/none").isEmpty)
    }

    @Test("the sound of a turn during which the recorder was started again is one file")
    func continued() async throws {
        let folder = try RecordingFolder()
        var writer = try TurnSoundWriter(directory: folder.path + "/sounds")
        let turn = TurnID()
        for index in 0...1 {
            let chunk = AudioInput(index: index, isLast: index == 1, samples: [UInt8](repeating: 1, count: 1920))
            let message = try Make.message(chunk, turn: turn, sequence: index)
            try await writer.write(
                StoredMessage(
                    recording: Int64(index + 1), received: message.header.at, fate: .delivered, message: message,
                    withAudio: true))
        }
        try await writer.finish()
        #expect(writer.files == 1 && writer.problems.isEmpty)
        let reader = try SoundFileReader(path: "\(folder.path)/sounds/\(turn).wav")
        var count = 0
        while case let block = try reader.read(4096), !block.isEmpty { count += block.count }
        #expect(count == 2 * 960)
    }

    @Test("in a flood every message is either recorded or counted as lost")
    func flood() async throws {
        let (test, folder) = (try TestBus(), try RecordingFolder())
        let bus = try test.connect(.transcribe)
        try await bus.ready()
        let recorder = try await folder.record(test.address)
        let count = 20_000
        for revision in 0..<count { try bus.publish(SpeechPartial(text: "word", revision: revision)) }
        try await bus.ready()
        // Once the recorder has emptied its queue, it has room for the last message, which reveals the losses
        // before it.
        try await recorder.written(1)
        var last = 0
        while last == 0 {
            try bus.publish(SpeechPartial(text: "last", revision: count))
            try await bus.ready()
            last = try await RecordingFolder.partialCount(folder.file, text: "last")
        }
        recorder.send(SIGTERM)
        #expect(try await recorder.exitCode() == 0)
        let recording = try #require(try await RecordingReader(folder.file).recordings().first)
        var selection = RecordingReader.Selection()
        selection.kinds = [SpeechPartial.kind]
        var numbers: [Int] = []
        try await RecordingReader(folder.file).forEach(selection) { numbers.append($0.message.header.sequence) }
        #expect(numbers == numbers.sorted())
        #expect(numbers.count + recording.lost == (numbers.last ?? 0) + 1)
        #expect(numbers.count > 5000)
    }

    @Test("a recording ends at its time limit, and before its file exceeds the size limit")
    func bounds() async throws {
        let (test, folder) = (try TestBus(), try RecordingFolder())
        let timed = try await folder.record(test.address, ["--duration", "0.3"])
        #expect(try await timed.exitCode(within: .seconds(10)) == 0)
        #expect(timed.lines(.standardError).last?.contains("the time is over") == true)
        #expect(try await RecordingReader(folder.file).recordings().map(\.ending) == ["duration"])

        let bus = try test.connect(.transcribe)
        try await bus.ready()
        let path = folder.path + "/small.db"
        let bounded = try await folder.record(test.address, ["--max-bytes", "1M"], file: path)
        let text = String(repeating: "word ", count: 2000)
        for revision in 0..<400 { try bus.publish(SpeechPartial(text: text, revision: revision)) }
        #expect(try await bounded.exitCode() == 0)
        #expect(bounded.lines(.standardError).last?.contains("its largest size") == true)
        let size = try FileManager.default.attributesOfItem(atPath: path)[.size] as? Int
        #expect((size ?? .max) <= 1 << 20)
        #expect(try await RecordingReader(path).recordings().map(\.ending) == ["max-bytes"])
    }

    @Test("a file into which another program records is refused, and taken when that one was killed")
    func oneRecorder() async throws {
        let (test, folder) = (try TestBus(), try RecordingFolder())
        let first = try await folder.record(test.address)
        let second = try ProgramUnderTest("saybus-tap", ["record", folder.file, "--bus", test.address.url])
        #expect(try await second.exitCode() == 74)
        #expect(second.lines(.standardError).last?.contains("another saybus-tap records into") == true)
        first.send(SIGKILL)
        _ = try await first.exitCode()
        let third = try await folder.record(test.address)
        third.send(SIGTERM)
        #expect(try await third.exitCode() == 0)
        #expect(try await RecordingReader(folder.file).recordings().map(\.ending) == [nil, "stopped"])
    }

    @Test("a damaged file takes no further messages, and stays as it is")
    func damaged() async throws {
        let (test, folder) = (try TestBus(), try RecordingFolder())
        let recorder = try await folder.record(test.address)
        recorder.send(SIGTERM)
        #expect(try await recorder.exitCode() == 0)
        let (page, size) = try await DatabaseQueue(path: folder.file).read { db in
            (
                try Int.fetchOne(
                    db, sql: "SELECT rootpage FROM sqlite_schema WHERE type = 'index' AND tbl_name = 'message'"),
                try Int.fetchOne(db, sql: "PRAGMA page_size")
            )
        }
        let handle = try FileHandle(forWritingTo: URL(fileURLWithPath: folder.file))
        try handle.seek(toOffset: UInt64((try #require(page) - 1) * (try #require(size))))
        try handle.write(contentsOf: [UInt8](repeating: 0, count: try #require(size)))
        try handle.close()
        let damaged = try Data(contentsOf: URL(fileURLWithPath: folder.file))
        let again = try ProgramUnderTest("saybus-tap", ["record", folder.file, "--bus", test.address.url])
        #expect(try await again.exitCode() == 66)
        #expect(again.lines(.standardError).last?.contains("damaged") == true)
        #expect(try Data(contentsOf: URL(fileURLWithPath: folder.file)) == damaged)
    }

    @Test(
        "a file of a newer program, a foreign database and a text file are rejected with exit code 66 and stay unchanged"
    )
    func refusals() async throws {
        let (test, folder) = (try TestBus(), try RecordingFolder())
        let recorder = try await folder.record(test.address)
        recorder.send(SIGTERM)
        #expect(try await recorder.exitCode() == 0)
        try await DatabaseQueue(path: folder.file).write { db in
            try db.execute(sql: "INSERT INTO grdb_migrations VALUES ('999')")
        }
        let other = folder.path + "/other.db"
        try await DatabaseQueue(path: other).write { try $0.execute(sql: "CREATE TABLE recipes (name TEXT)") }
        let text = folder.path + "/text.db"
        try String(repeating: "this is no database\n", count: 100).write(
            toFile: text, atomically: true, encoding: .utf8)
        for (path, words) in [(folder.file, "newer"), (other, "no recording"), (text, "no recording")] {
            let before = try Data(contentsOf: URL(fileURLWithPath: path))
            for command in ["record", "sessions"] {
                let tap = try ProgramUnderTest(
                    "saybus-tap", [command, path] + (command == "record" ? ["--bus", test.address.url] : []))
                #expect(try await tap.exitCode() == 66, "\(command) \(path)")
                let lines = tap.lines(.standardError)
                #expect(lines.count == 1 && lines[0].contains(words), "\(lines)")
            }
            #expect(try Data(contentsOf: URL(fileURLWithPath: path)) == before)
        }
        let missing = try await folder.tap("sessions", folder.path + "/missing.db")
        #expect(missing.code == 66 && missing.errors.first?.contains("there is no file") == true)
        let unwritable = try ProgramUnderTest("saybus-tap", ["record", "/no/such/a.db", "--bus", test.address.url])
        #expect(try await unwritable.exitCode() == 74)
    }
}
