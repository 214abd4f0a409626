/// Text on one line, so that nothing said or written by a program can forge another line of a log.
package enum LogLine {
    /// The text without blanks around it, control characters as blanks, cut after `limit` characters.
    package static func clean(_ text: String, limit: Int = 1000) -> String {
        let visible = text.unicodeScalars.map { scalar in
            switch scalar.properties.generalCategory {
            case .control, .lineSeparator, .paragraphSeparator: " " as Character
            default: Character(scalar)
            }
        }
        let trimmed = visible.drop { $0 == " " }.prefix(limit)
        let end = trimmed.lastIndex { $0 != " " }.map { $0 + 1 } ?? trimmed.startIndex
        return String(trimmed[..<end])
    }
}
