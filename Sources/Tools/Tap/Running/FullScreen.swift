/// Control sequences that redraw a terminal's screen (ECMA-48; alternate screen and hidden cursor after
/// xterm).
enum FullScreen {
    /// Switches to the alternate screen and hides the cursor.
    static let enter = "\u{1B}[?1049h\u{1B}[?25l\u{1B}[H\u{1B}[J"
    /// Restores the main screen and the cursor.
    static let leave = "\u{1B}[?25h\u{1B}[?1049l"

    /// Returns the text that redraws the screen without flicker: cursor home, each line cleared to its end,
    /// the rest cleared.
    static func text(_ lines: [String], rows: Int) -> String {
        let end = "\u{1B}[K"
        var shown = Array(lines.prefix(max(1, rows)))
        if lines.count > rows, rows > 1 { shown[rows - 1] = "… \(lines.count - rows + 1) more" }
        return "\u{1B}[H" + shown.map { $0 + end }.joined(separator: "\r\n") + "\u{1B}[J"
    }
}
