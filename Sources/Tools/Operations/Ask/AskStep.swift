import SaybusMessages
import SaybusTerminal

/// A step of a turn: an event that a message on the bus reported.
public struct AskStep: Sendable, Equatable, Codable {
    /// The kind of the message.
    public let kind: String
    /// Microseconds since the transcript, by the clocks of the publishers.
    public let afterUs: Int64
    /// The source of the message.
    public let source: String
    /// The event in words.
    public let text: String

    init(_ header: Header, since start: Int64, _ text: String) {
        kind = header.kind.rawValue
        afterUs = Self.microseconds(from: start, to: header.at)
        source = header.source.description
        self.text = LineSplitter.printable(text)
    }

    /// Returns the time between two clock readings; 0 when the difference overflows, since publishers may send any
    /// number as their time.
    static func microseconds(from start: Int64, to end: Int64) -> Int64 {
        let (time, overflow) = end.subtractingReportingOverflow(start)
        return overflow ? 0 : time
    }

    /// Returns the line for people.
    func line(_ style: Style) -> String {
        let time = "+" + Milliseconds.text(afterUs)
        let gap = String(repeating: " ", count: max(1, 12 - time.count))
        let width = String(repeating: " ", count: max(1, 17 - kind.count))
        return style.paint(time, .dim) + gap + style.paint(kind, .cyan) + width + text + "  "
            + style.paint(source, .dim)
    }
}
