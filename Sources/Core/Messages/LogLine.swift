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

    /// The first line of what a program wrote, in UTF-8, cleaned in the same way.
    package static func first(of bytes: some Collection<UInt8>, limit: Int) -> String {
        // Four bytes are the most that a character of a language takes; emoji may be cut.
        let line = bytes.prefix { $0 != UInt8(ascii: "\n") }.prefix(limit * 4)
        return clean(String(decoding: line, as: UTF8.self), limit: limit)
    }
}
