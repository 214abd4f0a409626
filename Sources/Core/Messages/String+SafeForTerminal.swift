extension String {
    /// The text with visible escapes, such as `\n` and `\u{1b}`, in place of control characters and of the
    /// invisible characters that change the order of letters, so that a terminal interprets none of them.
    ///
    /// These are Unicode's general categories Cc (C0, DEL, C1), Zl and Zp, and the bidirectional controls of
    /// UAX #9.
    public var safeForTerminal: String {
        guard unicodeScalars.contains(where: Self.isTerminalControl) else { return self }
        var safe = ""
        for scalar in unicodeScalars {
            switch scalar {
            case "\n": safe += "\\n"
            case "\r": safe += "\\r"
            case "\t": safe += "\\t"
            case let scalar where Self.isTerminalControl(scalar): safe += "\\u{\(String(scalar.value, radix: 16))}"
            default: safe.unicodeScalars.append(scalar)
            }
        }
        return safe
    }

    /// JSON with `\u` escapes in place of the characters that ``safeForTerminal`` replaces. In JSON they occur only in
    /// strings, besides line breaks and indents, where an escape means the same.
    public var jsonSafeForTerminal: String {
        guard unicodeScalars.contains(where: Self.isTerminalControl) else { return self }
        var safe = ""
        for scalar in unicodeScalars {
            if Self.isTerminalControl(scalar), scalar != "\n" {
                // All of them are below U+10000, so that one escape of four digits suffices.
                let digits = String(scalar.value, radix: 16)
                safe += "\\u" + String(repeating: "0", count: max(0, 4 - digits.count)) + digits
            } else {
                safe.unicodeScalars.append(scalar)
            }
        }
        return safe
    }

    /// Returns whether a terminal interprets a character instead of showing it.
    package static func isTerminalControl(_ scalar: Unicode.Scalar) -> Bool {
        switch scalar.value {
        case 0..<0x20, 0x7F...0x9F: true  // C0, DEL, C1
        case 0x2028, 0x2029: true  // line and paragraph separator
        case 0x061C, 0x200E, 0x200F, 0x202A...0x202E, 0x2066...0x2069: true  // bidirectional controls
        default: false
        }
    }
}
