import Logging
import SaybusMessages
import SaybusSupport
import Testing

@testable import SaybusStage

@Suite("Log lines on standard error")
struct LogStreamTests {
    @Test("a text from the bus cannot forge a line, control the terminal or turn the order of its letters")
    func quoted() {
        let lines = Watched<[String]>([])
        let stream = LogStream { line in lines.change { $0.append(line) } }
        let logger = Logger(label: "test") { StreamLogHandler(label: $0, stream: stream) }
        logger.error("a problem", metadata: ["problem": "x\n2026 error: forged\u{1B}[2J\u{202E}txt"])
        #expect(lines.value.count == 1)
        #expect(lines.value[0].hasSuffix("\n") && lines.value[0].filter(\.isNewline).count == 1)
        #expect(lines.value[0].contains(#"x\n2026 error: forged\u{1b}[2J\u{202e}txt"#))
    }

    @Test("as JSON, each log line is an object with time, level, label, message and details, whatever a text contains")
    func json() throws {
        let lines = Watched<[String]>([])
        let stream = LogStream { line in lines.change { $0.append(line) } }
        let logger = Logger(label: "intent/one") { LogStream.handler($0, .json, stream: stream) }
        let nasty = "x\n{\u{1B}[2J\u{202E}\""
        logger.warning("a problem", metadata: ["problem": "\(nasty)"])
        logger.notice("the bus is back")
        let values = try lines.value.map { try JSONValue(parsing: Array($0.utf8)) }
        #expect(values.count == 2 && lines.value.allSatisfy { $0.filter(\.isNewline).count == 1 })
        #expect(values[0]["level"] == "warning" && values[0]["label"] == "intent/one")
        #expect(values[0]["message"] == "a problem" && values[0]["metadata"]?["problem"] == .string(nasty))
        guard case .string(let time) = values[1]["time"] else { throw MessageError(.body, "no time") }
        #expect(time.contains(/^20\d\d-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z$/))
        #expect(values[1]["metadata"] == nil)
    }
}
