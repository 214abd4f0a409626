import Foundation
import Glibc
import Logging
import SaybusMessages

/// The journal of systemd, which keeps the details of log lines as fields of their own.
struct Journal: Sendable {
    /// The journal of this machine; nil when there is none.
    static let own = Journal(path: "/run/systemd/journal/socket")

    private let socket: DatagramSocket

    /// Connects to the journal's socket.
    init?(path: String) {
        guard let socket = DatagramSocket(path: path) else { return nil }
        self.socket = socket
    }

    /// Returns whether standard error is a stream of the journal, as `JOURNAL_STREAM` of systemd.exec(5) tells.
    static func isStandardError(environment: [String: String]) -> Bool {
        guard let stream = environment["JOURNAL_STREAM"] else { return false }
        var status = stat()
        guard fstat(STDERR_FILENO, &status) == 0 else { return false }
        return stream == "\(status.st_dev):\(status.st_ino)"
    }

    /// Keeps a line.
    /// - Parameters:
    ///   - message: The line.
    ///   - level: Its level.
    ///   - fields: Further fields: capital letters, digits and underscores.
    /// - Returns: False when the journal has not taken it.
    @discardableResult
    func write(_ message: String, level: Logger.Level, fields: [(String, String)] = []) -> Bool {
        var bytes: [UInt8] = []
        let common = [
            ("MESSAGE", message), ("PRIORITY", "\(Self.priority(level))"),
            ("SYSLOG_IDENTIFIER", Self.program),
        ]
        for (name, value) in common + fields { Self.append(name, value, to: &bytes) }
        return socket.send(bytes)
    }

    /// The name with which this program was started, which is a symbolic link in the package.
    private static let program = CommandLine.arguments.first.map { URL(fileURLWithPath: $0).lastPathComponent } ?? ""

    /// Appends a field as the journal's native protocol has it: a value of several lines comes with its length.
    private static func append(_ name: String, _ value: String, to bytes: inout [UInt8]) {
        let value = Array(value.utf8)
        bytes += name.utf8
        if value.contains(UInt8(ascii: "\n")) {
            bytes.append(UInt8(ascii: "\n"))
            withUnsafeBytes(of: UInt64(value.count).littleEndian) { bytes += $0 }
        } else {
            bytes.append(UInt8(ascii: "="))
        }
        bytes += value
        bytes.append(UInt8(ascii: "\n"))
    }

    /// Returns the priority of syslog(3).
    private static func priority(_ level: Logger.Level) -> Int {
        switch level {
        case .trace, .debug: 7
        case .info: 6
        case .notice: 5
        case .warning: 4
        case .error: 3
        case .critical: 2
        }
    }
}

/// A log handler that writes to the journal: the details stand in the line, and each in a field `SAYBUS_…` of its own.
struct JournalLogHandler: LogHandler {
    var logLevel = Logger.Level.info
    var metadata: Logger.Metadata = [:]
    var metadataProvider: Logger.MetadataProvider?
    private let label: String
    private let journal: Journal
    private let stream: LogStream

    /// Creates a handler.
    /// - Parameter stream: The stream of lines that the journal does not take.
    init(label: String, journal: Journal, stream: LogStream) {
        (self.label, self.journal, self.stream) = (label, journal, stream)
    }

    subscript(metadataKey key: String) -> Logger.Metadata.Value? {
        get { metadata[key] }
        set { metadata[key] = newValue }
    }

    func log(event: LogEvent) {
        let details = metadata.merging(metadataProvider?.get() ?? [:]) { $1 }.merging(event.metadata ?? [:]) { $1 }
            .map { ($0.key, "\($0.value)") }.sorted { $0.0 < $1.0 }
        let line = (["\(event.message)"] + details.map { "\($0.0)=\($0.1)" }).joined(separator: " ").safeForTerminal
        let fields = [("SAYBUS_LABEL", label)] + details.map { (Self.fieldName($0.0), $0.1) }
        if !journal.write(line, level: event.level, fields: fields) { stream.write("\(label): \(line)") }
    }

    /// Returns the field of a detail, such as `SAYBUS_TURN`.
    private static func fieldName(_ key: String) -> String {
        let name = key.uppercased().map { $0.isASCII && ($0.isLetter || $0.isNumber) ? $0 : "_" }
        return "SAYBUS_" + String(name.prefix(50))
    }
}
