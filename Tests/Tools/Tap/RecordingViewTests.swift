import GRDB
import SaybusBus
import SaybusMessages
import Testing

@testable import SaybusTap

@Suite("Recordings as other programs show them")
struct RecordingViewTests {
    @Test("of a file with many recordings, the newest turns are listed, and those before them are counted")
    func sessions() async throws {
        let folder = try RecordingFolder()
        let file = try RecordingFile.forWriting(folder.file)
        for _ in 1...4 {
            var writer = try RecordingWriter(
                file, bus: BusAddress("ipc:///tmp/nowhere"), withAudio: true, filter: TapFilter())
            for _ in 1...3 {
                let items = try TurnScript.spoken().messages.map { message in
                    RecordQueue.Item(received: Make.at, observation: .message(message, .delivered), isEarly: false)
                }
                try await writer.write(items[...], leftOut: 0)
            }
            try await writer.end("stopped")
        }
        let listed = try await RecordingView(folder.file).sessions(most: 4)
        let shown = listed.map { recording -> [JSONValue] in
            guard case .array(let turns) = recording["turns"] else { return [] }
            return [recording["recording"] ?? .null, .integer(Int64(turns.count)), recording["earlier"] ?? .null]
        }
        let expected: [[JSONValue]] = [[4, 3, 0], [3, 1, 2], [2, 0, 3], [1, 0, 3]]
        #expect(shown == expected)
        let newest = try await RecordingView(folder.file).sessions(most: 1)
        #expect(newest.count == 1 && newest.first?["earlier"] == 2)
    }

    @Test("the messages of all recordings are counted in one pass, however many recordings there are")
    func counts() async throws {
        let folder = try RecordingFolder()
        let file = try RecordingFile.forWriting(folder.file)
        let messages = try TurnScript.spoken().messages
        for count in [1, 0, messages.count] {
            var writer = try RecordingWriter(
                file, bus: BusAddress("ipc:///tmp/nowhere"), withAudio: true, filter: TapFilter())
            let items = messages.prefix(count).map {
                RecordQueue.Item(received: Make.at, observation: .message($0, .delivered), isEarly: false)
            }
            try await writer.write(items[...], leftOut: 0)
            try await writer.end("stopped")
        }
        let recordings = try await RecordingReader(folder.file).recordings()
        #expect(recordings.map(\.id) == [1, 2, 3])
        #expect(recordings.map(\.messages) == [1, 0, messages.count])
        #expect(recordings.map(\.last) == [Make.at, nil, Make.at])
        #expect(recordings.map { $0.numbers?.first } == [1, nil, 2])
        #expect(recordings.last?.numbers?.last == Int64(1 + messages.count))
        var selection = RecordingReader.Selection()
        (selection.first, selection.last) = (2, 2)
        let selected = try await RecordingReader(folder.file).messages(selection)
        #expect(selected.map(\.number) == [2])
        let plan = try await file.database.read { database in
            try Row.fetchAll(database, sql: "EXPLAIN QUERY PLAN \(RecordingReader.recordingsQuery)").map { row in
                String.fromDatabaseValue(row["detail"]) ?? ""
            }
        }
        #expect(!plan.isEmpty && !plan.contains { $0.contains("CORRELATED") }, "\(plan)")
    }
}
