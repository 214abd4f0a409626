import Logging
import SaybusTesting

/// A log whose lines a test can wait for.
final class LogLines: TextOutputStream, Sendable {
    let lines = Watched<[String]>([])

    /// A logger that writes to it.
    var logger: Logger { Logger(label: "test", factory: { StreamLogHandler(label: $0, stream: self) }) }

    func write(_ text: String) { lines.change { $0.append(text) } }
}
