/// Makes text of spans: one line, cut to a width, coloured or not.
struct LineFormat: Sendable {
    private let isColored: Bool

    init(isColored: Bool) { self.isColored = isColored }

    /// The line, without its end.
    /// - Parameter width: How many columns there are; longer lines are cut and end in `…`. Nil means any number.
    func line(_ spans: [Span], width: Int? = nil) -> String {
        var line = ""
        var left = width ?? .max
        // What is blank at the end needs no room.
        let end = spans.lastIndex { $0.text.contains { $0 != " " } } ?? -1
        let spans = spans.prefix(end + 1)
        for (number, span) in spans.enumerated() {
            if number > 0, left <= 1 {
                line += "…"
                break
            }
            if number > 0 {
                line += " "
                left -= 1
            }
            // One column stays free for the sign that something was cut.
            let (text, isWhole) = width == nil ? (span.text, true) : span.text.prefix(columns: max(0, left - 1))
            let fits = isWhole || (number == spans.count - 1 && span.text.displayWidth <= left)
            line += paint(fits ? span.text : text + "…", span.style)
            if !fits { break }
            if width != nil { left -= span.text.displayWidth }
        }
        while line.last == " " { line.removeLast() }
        return line
    }

    /// Colours by ECMA-48, "select graphic rendition".
    private func paint(_ text: String, _ style: Span.Style) -> String {
        guard isColored else { return text }
        let code: String? =
            switch style {
            case .plain: nil
            case .dim: "2"
            case .strong: "1"
            case .good: "32"
            case .warning: "33"
            case .bad: "31"
            }
        return code.map { "\u{1B}[\($0)m\(text)\u{1B}[0m" } ?? text
    }
}
