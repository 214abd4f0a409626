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
}
