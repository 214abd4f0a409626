import Logging
import SaybusTesting

/// A log that a test waits on.
final class LogLines: TextOutputStream, Sendable {
    let lines = Watched<[String]>([])

    /// Logs into it.
    var logger: Logger { Logger(label: "test", factory: { StreamLogHandler(label: $0, stream: self) }) }

    func write(_ text: String) { lines.change { $0.append(text) } }
}
