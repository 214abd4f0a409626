import Foundation
import Glibc
import Logging

/// The journal of systemd, which keeps the details of log lines as fields of their own.
struct SystemdJournal: Sendable {
    /// The journal of this machine; nil when there is none.
    static let own = SystemdJournal(path: "/run/systemd/journal/socket")

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
