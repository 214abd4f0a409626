import SaybusSupport

/// Text in lines of limited width.
package enum TextWrap {
    /// The fewest columns into which text is broken, however narrow the terminal is.
    static let minimumWidth = 10

    /// Returns text in lines that are broken at spaces.
    /// - Parameters:
    ///   - first: What stands before the first line; the other lines are indented by as much.
    ///   - width: The most columns; nil for one line. A word that is longer than a line is broken.
    package static func lines(_ text: String, after first: String = "", width: Int?) -> [String] {
        guard let width else { return [first + text] }
        let room = max(minimumWidth, width - first.displayWidth)
        var lines: [String] = []
        var line = ""
        for word in text.split(separator: " ", omittingEmptySubsequences: false) {
            var word = String(word)
            if !line.isEmpty, line.displayWidth + 1 + word.displayWidth > room {
                lines.append(line)
                line = ""
            }
            // A line has room for any character.
            while word.displayWidth > room {
                let start = word.prefix(columns: room).text
                lines.append(start)
                word.removeFirst(start.count)
            }
            line += (line.isEmpty ? "" : " ") + word
        }
        lines.append(line)
        let indent = String(repeating: " ", count: first.displayWidth)
        return lines.enumerated().map { ($0 == 0 ? first : indent) + $1 }
    }
}
