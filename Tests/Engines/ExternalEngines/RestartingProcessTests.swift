import Logging
import SaybusTesting
import Testing

@testable import SaybusExternalEngines

@Suite("Programs that answer one line after the other", .timeLimit(.minutes(1)))
struct RestartingProcessTests {
    @Test("one that writes more than its answer is started again, and the log says so and quotes it")
    func excess() throws {
        let log = LogText()
        let process = RestartingProcess(
            ["/bin/sh", "-c", "while read -r line; do printf '%s\\ndebug: hello\\n' $$; done"],
            logger: Logger(label: "test", factory: { StreamLogHandler(label: $0, stream: log) }))
        let deadline = ContinuousClock.now + .seconds(20)
        var processes: Set<String> = []
        for _ in 0..<3 {
            let answer = try process.exchange { (stream: inout SocketStream) throws(EngineFailure) -> [UInt8] in
                try stream.send(Array("x\n".utf8), before: deadline)
                return try stream.line(limit: 100, before: deadline)
            }
            processes.insert(String(decoding: answer, as: UTF8.self))
        }
        #expect(processes.count == 3)
        let lines = log.text.value.split(separator: "\n")
        #expect(lines.count == 2)
        #expect(lines.allSatisfy { $0.contains("a program wrote more than its answer and is started again") })
        #expect(lines.last?.contains("debug: hello") == true && lines.last?.contains("count=2") == true)
    }
}

/// The text of a log.
private final class LogText: TextOutputStream, Sendable {
    let text = Watched("")

    func write(_ line: String) { text.change { $0 += line } }
}
