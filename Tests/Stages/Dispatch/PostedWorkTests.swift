import Logging
import SaybusMessages
import SaybusTesting
import Testing

@testable import SaybusDispatch

@Suite("Work without an intent")
struct PostedWorkTests {
    @Test("work that finds no room is reported as an error")
    func full() throws {
        let test = try TestBus()
        let log = LogText()
        let runtime = TurnRuntime(
            Catalog(app: "kitchen", commands: []), bus: try test.connect(.dispatch),
            logger: Logger(label: "test", factory: { StreamLogHandler(label: $0, stream: log) }))
        for _ in 0..<SessionQueues.depth { runtime.post(in: .default) {} }
        #expect(!log.text.value.contains("the queue of a session is full"))
        runtime.post(in: .default) {}
        #expect(log.text.value.contains("the queue of a session is full"))
    }
}

/// The text of a log.
private final class LogText: TextOutputStream, Sendable {
    let text = Watched("")

    func write(_ line: String) { text.change { $0 += line } }
}
