/// Conversions of foreign text to a single line, so that the text cannot forge another line of a log.
package enum LogLine {
    /// Returns the text on one line: control characters and line separators become spaces, spaces around it are
    /// removed, and it is cut to `limit` characters.
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

    /// Returns the first line of a program's output, decoded as UTF-8 and cleaned as by ``clean(_:limit:)``.
    package static func first(of bytes: some Collection<UInt8>, limit: Int) -> String {
        // A Unicode scalar takes at most four bytes in UTF-8. Characters of several scalars, such as emoji, may
        // be cut.
        let line = bytes.prefix { $0 != UInt8(ascii: "\n") }.prefix(limit * 4)
        return clean(String(decoding: line, as: UTF8.self), limit: limit)
    }
}
