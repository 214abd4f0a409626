/// What a terminal is told to show a picture that changes (ECMA-48; the second screen and the hidden cursor after xterm).
enum FullScreen {
    /// The second screen, without cursor.
    static let enter = "\u{1B}[?1049h\u{1B}[?25l\u{1B}[H\u{1B}[J"
    /// As it was.
    static let leave = "\u{1B}[?25h\u{1B}[?1049l"

    /// Home, each line cleared to its end, and what is below cleared: a picture that does not flicker.
    static func text(_ lines: [String], rows: Int) -> String {
        let end = "\u{1B}[K"
        var shown = Array(lines.prefix(max(1, rows)))
        if lines.count > rows, rows > 1 { shown[rows - 1] = "… \(lines.count - rows + 1) more" }
        return "\u{1B}[H" + shown.map { $0 + end }.joined(separator: "\r\n") + "\u{1B}[J"
    }
}
