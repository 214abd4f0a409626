import Logging
import SaybusMessages
import SaybusTesting
import Testing

@testable import SaybusListening

@Suite("The file of open turns")
struct OpenTurnFileTests {
    @Test("a listener whose folder cannot be made warns once, with the folder and the reason")
    func folder() throws {
        let temporary = try TemporaryFolder()
        // A file stands where the folder's parent should be.
        let parent = try temporary.write("parent", [])
        let log = LogText()
        let file = OpenTurnFile(
            folder: "\(parent)/turns", bus: "ipc:///bus",
            logger: Logger(label: "test", factory: { StreamLogHandler(label: $0, stream: log) }))
        file.add(TurnID(), in: .default)
        let lines = log.text.value.split(separator: "\n")
        #expect(lines.count == 1)
        #expect(lines.first?.contains("cannot make the directory \(parent)/turns: Not a directory") == true)
    }
}

/// The text of a log.
private final class LogText: TextOutputStream, Sendable {
    let text = Watched("")

    func write(_ line: String) { text.change { $0 += line } }
}
