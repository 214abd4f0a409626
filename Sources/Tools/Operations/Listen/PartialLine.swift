import SaybusTerminal

/// The words that are heard so far, in one line of a terminal, which is written anew as they change. Without a terminal
/// it shows nothing.
struct PartialLine {
    private let output: TextOutput
    private var isShown = false

    init(_ output: TextOutput) { self.output = output }

    /// Shows the words; of those that do not fit, the last ones.
    mutating func show(_ text: String) {
        guard let columns = output.columns else { return }
        isShown = true
        output.text("\r" + output.style.paint(Self.line(text, columns), .dim) + "\u{1B}[K")
    }

    /// Removes the line.
    mutating func clear() {
        if isShown { output.text("\r\u{1B}[K") }
        isShown = false
    }

    /// Returns the line for a width.
    static func line(_ text: String, _ columns: Int) -> String {
        let words = LineSplitter.printable(text).replacing("\t", with: " ")
        // A line that fills the last column would be wrapped by some terminals.
        let room = max(1, columns - 3)
        return "… " + words.suffix(room)
    }
}
