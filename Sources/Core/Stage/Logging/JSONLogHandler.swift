import Foundation
import Logging
import SaybusMessages

/// A log handler that writes a JSON object a line.
package struct JSONLogHandler: LogHandler {
    package var logLevel = Logger.Level.info
    package var metadata: Logger.Metadata = [:]
    package var metadataProvider: Logger.MetadataProvider?
    private let label: String
    private let stream: LogStream

    init(label: String, stream: LogStream) { (self.label, self.stream) = (label, stream) }

    package subscript(metadataKey key: String) -> Logger.Metadata.Value? {
        get { metadata[key] }
        set { metadata[key] = newValue }
    }

    package func log(event: LogEvent) {
        let details = metadata.merging(metadataProvider?.get() ?? [:]) { $1 }.merging(event.metadata ?? [:]) { $1 }
        let line = Line(
            time: Self.now, level: event.level.rawValue, label: label, message: "\(event.message)",
            metadata: details.isEmpty ? nil : details.mapValues { "\($0)" })
        let encoder = JSONEncoder()
        encoder.outputFormatting = [.sortedKeys, .withoutEscapingSlashes]
        guard let bytes = try? encoder.encode(line) else { return }
        stream.write(String(decoding: bytes, as: UTF8.self).jsonSafeForTerminal)
    }

    /// The time at this moment, as it stands in each line.
    package static var now: String { Date().formatted(time) }

    private static let time = Date.ISO8601FormatStyle(includingFractionalSeconds: true)

    private struct Line: Encodable {
        let time: String
        let level: String
        let label: String
        let message: String
        let metadata: [String: String]?
    }
}
