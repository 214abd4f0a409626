import SaybusMessages
import SaybusSupport

/// A format of entries for people, one line each: time, time in the turn, turn, session, source, kind and summary. On a
/// narrow terminal, what a message says comes first: time in the turn, kind, session, summary, and then the source.
public struct ReadableFormat: Sendable {
    /// The widest source that the source column grows for; longer sources shift the rest of their own line.
    private static let widestSource = 30
    private static let kindWidth = 17
    /// The number of columns below which a terminal is narrow.
    private static let narrow = 100
    /// The columns before the source: time, time in the turn, and turn, each with a space after it.
    private static let columnsBefore = 12 + 1 + 9 + 1 + 8 + 1

    private let format: LineFormat
    /// The width of the source column: that of the widest source so far, so that the columns stay aligned once
    /// all stages have published.
    private var sourceWidth = 20

    init(isColored: Bool) { format = LineFormat(isColored: isColored) }

    /// Returns the line without its line end.
    /// - Parameters:
    ///   - entry: The entry.
    ///   - width: The available columns; longer lines are cut and end in `…`. Nil means no limit.
    mutating func line(_ entry: Entry, width: Int? = nil) -> String {
        if case .message(let shown) = entry {
            sourceWidth = max(sourceWidth, min(shown.message.header.source.description.count, Self.widestSource))
        }
        if case .message(let shown) = entry, let width, width < Self.narrow {
            return format.line(narrowSpans(shown), width: width)
        }
        return format.line(spans(entry), width: width)
    }

    private func narrowSpans(_ shown: Entry.Shown) -> [Span] {
        let header = shown.message.header
        let kind = header.kind.rawValue.padded(to: Self.kindWidth)
        let time = since(shown.sinceTurn).isEmpty ? String(LocalTime.text(header.at).prefix(8)) : since(shown.sinceTurn)
        return [.dim(String(repeating: " ", count: max(0, 8 - time.count)) + time)]
            + [shown.problem == nil ? .plain(kind) : .bad(kind)]
            + (header.session == .default ? [] : [.strong("[\(header.session)]")])
            + shown.summary + [.dim("(\(header.source))")]
    }

    private func since(_ sinceTurn: Int64?) -> String { sinceTurn.map { "\($0 < 0 ? "" : "+")\($0 / 1000)ms" } ?? "" }

    private func spans(_ entry: Entry) -> [Span] {
        switch entry {
        case .message(let shown):
            let header = shown.message.header
            let kind = header.kind.rawValue.padded(to: Self.kindWidth)
            return columns(header, sinceTurn: shown.sinceTurn) + source(header)
                + [shown.problem == nil ? .plain(kind) : .bad(kind)] + shown.summary
        case .malformed(let error):
            let source = (error.source?.description ?? "").padded(to: sourceWidth)
            let time = error.stamp.map { LocalTime.text($0.at) } ?? ""
            let session = error.topic.flatMap { $0.session == .default ? nil : " in \($0.session)" } ?? ""
            let kind: [Span] = error.topic.map { [.plain("\($0.kind)\(session)")] } ?? []
            return [.dim(time.padded(to: Self.columnsBefore - 1)), .dim(source)]
                + [.bad("malformed".padded(to: Self.kindWidth))] + kind
                + [.bad("\(error.code.rawValue): \(error.reason)")]
        case .gap(let count, let header):
            let session = header.session == .default ? "" : " in \(header.session)"
            return columns(header, sinceTurn: nil, hasTurn: false)
                + [.bad("lost \(count) \(header.kind) from \(header.source)\(session)")]
        case .leftOut(let count):
            return [
                .bad("this tap has left out \(Quantity.count(count, "message")): what reads its output is too slow")
            ]
        }
    }

    private func columns(_ header: Header, sinceTurn: Int64?, hasTurn: Bool = true) -> [Span] {
        let since = since(sinceTurn)
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
}
