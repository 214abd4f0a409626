import SaybusSupport

/// The line that somebody types in `saybus talk`, key by key, since the space bar and digits have an effect at once.
/// Pure.
struct TalkLine {
    /// An input that a key completes.
    enum Entry: Equatable, Sendable {
        /// A line to say; an empty one opens the microphone.
        case line(String)
        /// The end of the conversation.
        case end
    }

    /// The place within an escape sequence of the terminal, such as that of an arrow key, which has no effect.
    private enum Escape { case none, begun, sequence }

    /// The most characters of a line.
    static let maximumLength = 1000
    /// The most options that one digit chooses from.
    static let maximumChoices = 9

    private var text = ""
    /// The bytes of a character whose last ones are missing.
    private var character: [UInt8] = []
    private var escape = Escape.none

    /// Takes a byte of the terminal.
    /// - Parameter choices: The number of options of the open question; 0 for none.
    /// - Returns: The text that shows its effect, and the input that it completes.
    mutating func take(_ byte: UInt8, choices: Int) -> (echo: String, entry: Entry?) {
        switch (escape, byte) {
        case (.none, 0x1B):
            escape = .begun
            return ("", nil)
        case (.begun, UInt8(ascii: "[")), (.begun, UInt8(ascii: "O")):
            escape = .sequence
            return ("", nil)
        case (.begun, _): escape = .none
        case (.sequence, _):
            if (0x40...0x7E).contains(byte) { escape = .none }
            return ("", nil)
        case (.none, _): break
        }
        switch byte {
        case 4: return text.isEmpty ? ("\n", .end) : ("", nil)
        case 10, 13:
            defer { text = "" }
            return ("\n", .line(text))
        case 8, 0x7F: return (text.popLast().map { Self.erasure(of: String($0)) } ?? "", nil)
        case 0x15:
            defer { text = "" }
            return (Self.erasure(of: text), nil)
        case UInt8(ascii: " ") where text.isEmpty: return ("", .line(""))
        case UInt8(ascii: "1")...UInt8(ascii: "9")
        where text.isEmpty && choices <= Self.maximumChoices && Int(byte - UInt8(ascii: "0")) <= choices:
            let digit = String(UnicodeScalar(byte))
            return (digit + "\n", .line(digit))
        case 0..<0x20: return ("", nil)
        default: return (add(byte), nil)
        }
    }

    /// Returns what removes text from the terminal's line. Some characters, such as Chinese ones, are two columns wide.
    private static func erasure(of text: String) -> String {
        String(repeating: "\u{8} \u{8}", count: text.displayWidth)
    }

    /// Adds a byte of a character, and returns the character when it is complete.
    private mutating func add(_ byte: UInt8) -> String {
        character.append(byte)
        guard let whole = String(validating: character, as: UTF8.self) else {
            if character.count == 4 { character = [] }
            return ""
        }
        character = []
        // Terminals obey some characters beyond ASCII, too (C1).
        guard text.count < Self.maximumLength,
            whole.unicodeScalars.allSatisfy({ $0.properties.generalCategory != .control })
        else { return "" }
        text += whole
        return whole
    }
}
