import SaybusMessages
import SaybusTerminal

/// One thing that happened after a text was sent.
public struct AskStep: Sendable, Equatable, Codable {
    /// The kind of the message that told of it.
    public let kind: String
    /// Microseconds since the transcript, by the publishers' clocks.
    public let afterUs: Int64
    /// Who told.
    public let source: String
    /// What happened, in words.
    public let text: String

    init(_ header: Header, since start: Int64, _ text: String) {
        kind = header.kind.rawValue
        afterUs = Self.microseconds(from: start, to: header.at)
        source = header.source.description
        self.text = LineSplitter.printable(text)
    }

    /// The time between two clocks' readings; 0 for readings that no clock gives.
    static func microseconds(from start: Int64, to end: Int64) -> Int64 {
        let (time, overflow) = end.subtractingReportingOverflow(start)
        return overflow ? 0 : time
    }

    /// The step's line.
    func line(_ style: Style) -> String {
        let time = "+" + Milliseconds.text(afterUs)
        let gap = String(repeating: " ", count: max(1, 12 - time.count))
        let width = String(repeating: " ", count: max(1, 17 - kind.count))
        return style.paint(time, .dim) + gap + style.paint(kind, .cyan) + width + text + "  "
            + style.paint(source, .dim)
    }
}
