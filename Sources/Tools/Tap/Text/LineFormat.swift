import SaybusSupport

/// A format of spans as one line, cut to a width, with or without colours.
struct LineFormat: Sendable {
    private let isColored: Bool

    init(isColored: Bool) { self.isColored = isColored }

    /// Returns the line without its line end.
    /// - Parameter width: The available columns; longer lines are cut and end in `…`. Nil means no limit.
    func line(_ spans: [Span], width: Int? = nil) -> String {
        var line = ""
        var left = width ?? .max
        // Blank spans at the end are dropped.
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
            // One column is reserved for the ellipsis.
            let (text, isWhole) = width == nil ? (span.text, true) : span.text.prefix(columns: max(0, left - 1))
            let fits = isWhole || (number == spans.count - 1 && span.text.displayWidth <= left)
            line += paint(fits ? span.text : text + "…", span.style)
            if !fits { break }
            if width != nil { left -= span.text.displayWidth }
        }
        while line.last == " " { line.removeLast() }
        return line
    }

    /// Adds the colour codes of ECMA-48, "select graphic rendition".
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
