import SaybusMessages
import SaybusSupport
import SaybusTerminal

/// A step of a turn: an event that a message on the bus reported.
struct AskStep: Sendable, Equatable, Codable {
    /// The kind of the message.
    let kind: String
    /// Microseconds since the transcript, at which the broker forwarded the message.
    let afterUs: Int64
    /// The source of the message.
    let source: String
    /// The event in words.
    let text: String

    init(_ header: Header, since start: Int64, _ text: String) {
        kind = header.kind.rawValue
        afterUs = Self.microseconds(from: start, to: header.at)
        source = header.source.description
        self.text = LineSplitter.printable(text)
    }

    /// Returns the time between two clock readings. It is 0 when the second is earlier, by the little that the
    /// publisher's clock and the broker's differ, or when the difference overflows: publishers may send any number.
    static func microseconds(from start: Int64, to end: Int64) -> Int64 {
        let (time, overflow) = end.subtractingReportingOverflow(start)
        return overflow ? 0 : max(0, time)
    }

    /// Prints the step for people: on a narrow terminal without its source, and its text in several lines.
    func print(to output: TextOutput) { for line in lines(output.style, width: output.columns) { output.line(line) } }

    /// Returns the lines for people.
    /// - Parameter width: The most columns; nil for one line.
    func lines(_ style: Style, width: Int?) -> [String] {
        let time = "+" + Milliseconds.text(afterUs)
        let gap = String(repeating: " ", count: max(1, 12 - time.count))
        let space = String(repeating: " ", count: max(1, 17 - kind.count))
        let first = time + gap + kind + space
        let painted = style.paint(time, .dim) + gap + style.paint(kind, .cyan) + space
        let room = width ?? .max
        if first.displayWidth + text.displayWidth + 2 + source.displayWidth <= room {
            return [painted + text + "  " + style.paint(source, .dim)]
        }
        // A terminal that is as narrow as a table's column has each step below its kind.
        let indent = first.count <= room / 2 ? first : "  "
        var lines = TextWrap.lines(text, after: indent, width: width)
        if indent == first {
            lines[0] = painted + lines[0].dropFirst(first.count)
        } else {
            lines.insert(painted, at: 0)
        }
        return lines
    }
}
