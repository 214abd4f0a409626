/// Cuts bytes into lines of printable text. Pure; a line that is too long is cut off and says so.
package struct LineSplitter {
    /// The longest line in bytes.
    package static let limit = 16_384

    private var line: [UInt8] = []
    private var isCut = false

    package init() {}

    /// The lines that end within these bytes.
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

    /// What has no line end yet; nil when there is nothing.
    package mutating func rest() -> String? { line.isEmpty ? nil : takeLine() }

    private mutating func takeLine() -> String {
        defer {
            line.removeAll(keepingCapacity: true)
            isCut = false
        }
        return Self.printable(String(decoding: line, as: UTF8.self)) + (isCut ? " …" : "")
    }

    /// The text without what would steer a terminal: what a child logs may have come from anybody on the bus.
    package static func printable(_ text: String) -> String {
        var clean = String.UnicodeScalarView()
        for scalar in text.unicodeScalars {
            switch scalar.value {
            case 9: clean.append(scalar)
            case 13: continue
            case 0..<32, 127..<160: clean.append("?")
            default: clean.append(scalar)
            }
        }
        return String(clean)
    }
}
