import Logging
import SaybusMessages

/// A stream of log lines on standard error. Each text is one line.
///
/// Text that a line quotes from the bus, a file or a server can contain line breaks and terminal control characters.
/// Visible escapes replace them, so that a quoted text cannot pass for another line.
package struct LogStream: TextOutputStream, Sendable {
    private let put: @Sendable (String) -> Void

    /// Creates a stream.
    /// - Parameter put: Writes a line with its line break.
    package init(_ put: @escaping @Sendable (String) -> Void = { StandardError.shared.write($0) }) { self.put = put }

    /// Writes a line.
    package func write(_ text: String) {
        put((text.last == "\n" ? String(text.dropLast()) : text).safeForTerminal + "\n")
    }

    /// Returns the handler of a logger that writes to standard error.
    package static func handler(
        _ label: String, _ format: LogFormat = .ofEnvironment, stream: Self = Self()
    ) -> any LogHandler {
        switch format {
        case .text: StreamLogHandler(label: label, stream: stream)
        case .json: JSONLogHandler(label: label, stream: stream)
        case .journal:
            if let journal = SystemdJournal.own {
                JournalLogHandler(label: label, journal: journal, stream: stream)
            } else {
                StreamLogHandler(label: label, stream: stream)
            }
        }
    }
}
