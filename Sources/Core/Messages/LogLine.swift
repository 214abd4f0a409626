/// Text for a single log line. Control characters are removed, so that foreign text cannot forge another
/// line.
package enum LogLine {
    /// Returns the text with control characters replaced by spaces, trimmed, and cut after `limit`
    /// characters.
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

    /// Returns the first line of a program's UTF-8 output, cleaned in the same way.
    package static func first(of bytes: some Collection<UInt8>, limit: Int) -> String {
        // A Unicode scalar takes up to four bytes. A character of several scalars, such as an emoji, may be
        // cut.
        let line = bytes.prefix { $0 != UInt8(ascii: "\n") }.prefix(limit * 4)
        return clean(String(decoding: line, as: UTF8.self), limit: limit)
    }
}
