import Logging
import SaybusMessages

/// A log handler that writes to the journal: the details stand in the line, and each in a field `SAYBUS_…` of its own.
struct JournalLogHandler: LogHandler {
    var logLevel = Logger.Level.info
    var metadata: Logger.Metadata = [:]
    var metadataProvider: Logger.MetadataProvider?
    private let label: String
    private let journal: SystemdJournal
    private let stream: LogStream

    /// Creates a handler.
    /// - Parameter stream: The stream of lines that the journal does not take.
    init(label: String, journal: SystemdJournal, stream: LogStream) {
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
