import Messages

/// One line for people: time, time in the turn, turn, session, source, kind, and what it says.
public struct ReadableFormat: Sendable {
    /// Sources that are longer push the rest of their line to the right.
    private static let widestSource = 30
    private static let kindWidth = 17
    private static let columnsBefore = 12 + 1 + 9 + 1 + 8 + 1

    private let isColored: Bool
    /// As wide as the widest so far, so that columns stand still once all stages have been seen.
    private var sourceWidth = 20

    /// A format.
    public init(isColored: Bool) { self.isColored = isColored }

    /// The line, without its end.
    /// - Parameter width: How many columns there are; longer lines are cut and end in `…`. Nil means any number.
    public mutating func line(_ entry: Entry, width: Int? = nil) -> String {
        if case .message(let shown) = entry {
            sourceWidth = max(sourceWidth, min(shown.message.header.source.description.count, Self.widestSource))
        }
        return render(spans(entry), width: width)
    }

    private func spans(_ entry: Entry) -> [Span] {
        switch entry {
        case .message(let shown):
            let header = shown.message.header
            let kind = header.kind.rawValue.padded(to: Self.kindWidth)
            return columns(header, sinceTurn: shown.sinceTurn) + source(header)
                + [shown.problem == nil ? .plain(kind) : .bad(kind)] + shown.summary
        case .malformed(let error):
            let who = (error.source?.description ?? "").padded(to: sourceWidth)
            return [
                .dim(String(repeating: " ", count: Self.columnsBefore - 1)), .dim(who),
                .bad("malformed".padded(to: Self.kindWidth)), .bad("\(error.code.rawValue): \(error.reason)"),
            ]
        case .gap(let count, let stale, let header):
            let session = header.session == .default ? "" : " in \(header.session)"
            return columns(header, sinceTurn: nil, hasTurn: false)
                + [.bad("lost \(count) \(header.kind) from \(header.source)\(session)")]
                + (stale > 0 ? [.dim("(perhaps \(stale) of them past the deadline)")] : [])
        case .leftOut(let count):
            return [
                .bad("this tap has left out \(Quantity.count(count, "message")): what reads its output is too slow")
            ]
        }
    }

    private func columns(_ header: Header, sinceTurn: Int64?, hasTurn: Bool = true) -> [Span] {
        let since = sinceTurn.map { "\($0 < 0 ? "" : "+")\($0 / 1000)ms" } ?? ""
        let turn = hasTurn ? header.turn?.short ?? "" : ""
        return [
            .dim(LocalTime.text(header.at)), .plain(String(repeating: " ", count: max(0, 9 - since.count)) + since),
            .dim(turn.padded(to: 8)),
        ]
    }

    private func source(_ header: Header) -> [Span] {
        let source = header.source.description.padded(to: sourceWidth)
        return (header.session == .default ? [] : [.strong("[\(header.session)]")]) + [.dim(source)]
    }

    private func render(_ spans: [Span], width: Int?) -> String {
        var line = ""
        var left = width ?? .max
        for (number, span) in spans.enumerated() {
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
