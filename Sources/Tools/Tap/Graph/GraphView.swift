import SaybusBus
import SaybusMessages
import SaybusSupport

/// A view of the publishers and subscribers of each kind: at once from the stages' statuses, or after observing
/// messages for a while. Pure.
struct GraphView: LiveView {
    /// The output format.
    enum Format: Sendable {
        /// A table for people.
        case table
        /// The DOT language, for `dot`.
        case graphviz
        /// JSON, for programs.
        case json
    }

    private let format: Format
    private let isWatching: Bool
    private let showsAll: Bool
    private var graph = BusGraph()

    /// - Parameters:
    ///   - isWatching: Whether to count observed messages, too, until the duration is over.
    ///   - showsAll: Whether to include kinds about the stages themselves.
    init(format: Format, isWatching: Bool, showsAll: Bool) {
        (self.format, self.isWatching, self.showsAll) = (format, isWatching, showsAll)
    }

    mutating func begin(_ presence: Presence, in context: ViewContext) {
        for member in presence.members.values { graph.record(member.status) }
    }

    mutating func receive(_ received: Received, in context: ViewContext) -> [TapLine] {
        guard case .message(let message) = received else { return [] }
        if message.header.kind == StageStatus.kind, let status = try? message.decode(StageStatus.self) {
            graph.record(status.body)
        } else if !message.header.retain {
            graph.record(message.header)
        }
        return []
    }

    var isComplete: Bool { !isWatching }

    mutating func end(in context: ViewContext) -> [TapLine] {
        switch format {
        case .graphviz: return graph.graphviz(showsAll: showsAll).map { .spans([.plain($0)]) }
        case .json:
            return [
                .json([
                    "kinds": .array(
                        graph.rows(showsAll: showsAll).map { row in
                            [
                                "kind": .string(row.kind.rawValue),
                                "publishers": .array(row.publishers.map { .string($0) }),
                                "subscribers": .array(row.subscribers.map { .string($0) }),
                            ]
                        })
                ])
            ]
        case .table: return table(context)
        }
    }

    private func table(_ context: ViewContext) -> [TapLine] {
        let rows = graph.rows(showsAll: showsAll)
        guard !rows.isEmpty else { return [.spans([.dim("no stage is on the bus")])] }
        var table = SpanTable([.words("kind"), .words("published by"), .words("subscribed to by")])
        for row in rows {
            for line in 0..<max(1, row.publishers.count, row.subscribers.count) {
                func cell(_ names: [String], none: Span) -> Span {
                    if names.isEmpty, line == 0 { return none }
                    return .plain(line < names.count ? names[line] : "")
                }
                table.add([
                    .strong(line == 0 ? row.kind.rawValue : ""),
                    cell(row.publishers, none: Self.nobodyYet), cell(row.subscribers, none: Self.nobody),
                ])
            }
        }
        let lines = table.lines()
        guard let columns = context.columns, lines.contains(where: { $0.text.displayWidth > columns }) else {
            return lines.map { .spans($0) }
        }
        return rows.flatMap(Self.list).map { .spans($0) }
    }

    /// Returns a kind with its publishers and subscribers in lines of their own, for a narrow terminal.
    private static func list(_ row: BusGraph.Row) -> [[Span]] {
        func lines(_ names: [String], after word: String, none: Span) -> [[Span]] {
            let spans = names.isEmpty ? [none] : names.map { Span.plain($0) }
            return spans.map { [Span.dim("  " + word), $0] }
        }
        return [[Span.strong(row.kind.rawValue)]] + lines(row.publishers, after: "from", none: nobodyYet)
            + lines(row.subscribers, after: "to  ", none: nobody)
    }

    private static let nobodyYet = Span.dim("nobody yet")
    private static let nobody = Span.warning("nobody")
}
