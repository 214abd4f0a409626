import SaybusBus
import SaybusMessages

/// A formatter of a recording as the lines of `echo --json`, with each message's time of receipt by the recorder and
/// its fate.
struct ExportFormatter: Sendable {
    private var printer: MessagePrinter
    private let format: JSONFormat

    init(filter: TapFilter, format: JSONFormat) {
        printer = MessagePrinter(filter: filter, everyStatus: true, everyChunk: true)
        self.format = format
    }

    mutating func lines(for error: MessageError) -> [String] {
        printer.entries(for: .malformed(error), counters: .init()).map { format.line($0) }
    }

    mutating func lines(for stored: StoredMessage) -> [String] {
        printer.entries(for: .message(stored.message), counters: .init()).map { entry in
            let line = format.line(entry)
            guard case .message = entry, line.hasSuffix("}") else { return line }
            var added = ",\"received\":\(stored.received),\"recording\":\(stored.recording)"
            if stored.fate != .delivered { added += ",\"fate\":\"\(stored.fate.rawValue)\"" }
            if stored.isBodyLeftOut { added += ",\"leftOut\":\(stored.size)" }
            return line.dropLast() + added + "}"
        }
    }
}
