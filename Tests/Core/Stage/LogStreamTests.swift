import Logging
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
}
