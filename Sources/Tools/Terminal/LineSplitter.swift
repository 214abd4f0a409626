import SaybusMessages

/// A splitter of bytes into lines of printable text. A line that is too long is cut off and marked. Pure.
package struct LineSplitter {
    /// The maximum number of bytes of a line.
    static let limit = 16_384

    private var line: [UInt8] = []
    private var isCut = false

    /// Creates a splitter at the beginning of a line.
    package init() {}

    /// Returns the lines that end within the bytes.
    package mutating func take(_ bytes: some Sequence<UInt8>) -> [String] {
        var lines: [String] = []
        for byte in bytes {
            if byte == UInt8(ascii: "\n") {
                lines.append(takeLine())
            } else if line.count < Self.limit {
                line.append(byte)
            } else {
                isCut = true
            }
        }
        return lines
    }

    /// Returns the last line, which was not terminated; nil when it is empty.
    package mutating func rest() -> String? { line.isEmpty ? nil : takeLine() }

    private mutating func takeLine() -> String {
        defer {
            line.removeAll(keepingCapacity: true)
            isCut = false
        }
        return Self.printable(String(decoding: line, as: UTF8.self)) + (isCut ? " …" : "")
    }

    /// Returns the text with visible escapes in place of the characters by which a message of any publisher, quoted in
    /// a line, could control the terminal. Tabs remain; carriage returns are left out.
    package static func printable(_ text: String) -> String {
        text.split(separator: "\t", omittingEmptySubsequences: false).map { part in
            String(String.UnicodeScalarView(part.unicodeScalars.filter { $0 != "\r" })).safeForTerminal
        }.joined(separator: "\t")
    }
}
