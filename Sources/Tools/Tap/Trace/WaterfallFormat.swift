import SaybusMessages
import SaybusSupport

/// A format of a waterfall for people: a line for the turn, a bar for each message, and a line with the sums.
struct WaterfallFormat: Sendable {
    /// The number of columns if the terminal sets no limit.
    private static let defaultWidth = 120
    private static let minimumBarWidth = 10
    private static let work: Character = "█"
    private static let transit: Character = "▒"

    /// The time budget of a turn in microseconds; nil has no limit.
    let budget: Int?

    func lines(_ waterfall: Waterfall, columns: Int?) -> [[Span]] {
        var table = SpanTable([
            .words(" "), .words("message"), .words("by"), .number("at"), .number("took"), .number("to broker"),
        ])
        for row in waterfall.rows { table.add(cells(row, waterfall)) }
        let left = table.lines()
        let used = left.first.map { $0.map(\.text.displayWidth).reduce(0, +) + $0.count } ?? 0
        let room = max(Self.minimumBarWidth, (columns ?? Self.defaultWidth) - used - 1)
        let bars = waterfall.rows.map { Self.bar($0, waterfall, width: room) }
        let lines = left.enumerated().map { number, line in
            number == 0
                ? line
                : line + [Span("│" + bars[number - 1], waterfall.rows[number - 1].isCritical ? .good : .dim)]
        }
        return [head(waterfall)] + lines + [summary(waterfall)] + [[]]
    }

    private func head(_ waterfall: Waterfall) -> [Span] {
        let turn = waterfall.turn
        var spans: [Span] = [.dim(LocalTime.text(waterfall.first.at)), .plain("turn"), .strong(turn.turn.short)]
        if turn.session != .default { spans.append(.strong("[\(turn.session)]")) }
        if let text = turn.text, !text.isEmpty { spans.append(.quoted(text)) }
        if let command = turn.command { spans += [.plain("→"), .strong(command)] }
        guard let end = turn.end else { return spans + [.bad("has not ended")] }
        let style = end.outcome.style
        return spans + [Span(end.outcome.rawValue, style)] + (end.reason.map { [Span($0, style)] } ?? [])
    }

    private func cells(_ row: Waterfall.Row, _ waterfall: Waterfall) -> [Span] {
        let step = row.step
        let style: Span.Style = row.isCritical ? .plain : .dim
        let name = [step.kind.rawValue, step.kind == AudioPlayback.kind ? step.detail : nil].compactMap(\.self)
        func time(_ microseconds: Int) -> String { Quantity.duration(microseconds: Double(microseconds)) }
        return [
            Span(row.isCritical ? "*" : " ", style), Span(name.joined(separator: " "), row.isCritical ? .strong : .dim),
            .dim(step.source.role.rawValue),
            Span("+" + time(WallClock.elapsed(from: waterfall.first.at, to: step.at)), style),
            Span(row.causeSentAt == nil ? "" : time(row.took), row.isCritical ? .strong : .dim),
            Span(step.stamped == nil ? "–" : time(row.bus), style),
        ]
    }

    /// Returns the total, the dominant stage and the other stages on the critical path.
    private func summary(_ waterfall: Waterfall) -> [Span] {
        func time(_ microseconds: Int) -> String { Quantity.duration(microseconds: Double(microseconds)) }
        if waterfall.rows.count == 1 { return [.bad("nothing has answered \(waterfall.last.kind.rawValue)")] }
        let total = waterfall.total
        let end = waterfall.endsWithSound ? "first sound" : waterfall.last.kind.rawValue
        let begin =
            waterfall.first.kind == SpeechEnded.kind
            ? "the end of speech" : waterfall.startsAtInput ? "the transcript" : "the first message that was seen"
        var spans: [Span] = [.strong("\(end) \(time(total))"), .plain("after \(begin):")]
        let dominant = waterfall.dominant
        if let dominant, total > 0 {
            // Times in messages may have any value, so a part may be longer than the whole.
            let share = Int((min(1, Double(dominant.microseconds) / Double(total)) * 100).rounded())
            spans.append(.strong("\(dominant.stage) \(time(dominant.microseconds)) (\(share) %) dominates;"))
        }
        let others = waterfall.spent.filter { $0.stage != dominant?.stage }
        if !others.isEmpty {
            spans.append(.dim(others.map { "\($0.stage) \(time($0.microseconds))" }.joined(separator: ", ") + ";"))
        }
        if let budget, total > budget || waterfall.turn.end == nil {
            spans.append(.bad("over the budget of \(time(budget))"))
        }
        if waterfall.turn.omitted > 0 {
            spans.append(.warning("\(Quantity.count(waterfall.turn.omitted, "message")) left out"))
        }
        // No separator after the last part.
        if let last = spans.last, last.text.hasSuffix(";") {
            spans[spans.count - 1] = Span(String(last.text.dropLast()), last.style)
        }
        return spans
    }

    /// Returns a bar with the work in full blocks and the transit to the broker in light ones.
    static func bar(_ row: Waterfall.Row, _ waterfall: Waterfall, width: Int) -> String {
        let total = max(1, waterfall.total)
        func column(_ time: Int64) -> Int {
            let part = Double(WallClock.elapsed(from: waterfall.first.at, to: time)) / Double(total)
            return Int((min(1, part) * Double(width)).rounded())
        }
        let begin = min(column(row.begin), width - 1)
        let end = min(width, max(column(row.step.at), begin + (row.took > 0 ? 1 : 0)))
        let out = min(width, max(column(row.step.availableAt), end + (row.bus > 0 ? 1 : 0)))
        let bar =
            String(repeating: " ", count: begin) + String(repeating: work, count: max(0, end - begin))
            + String(repeating: transit, count: max(0, out - max(end, begin)))
        return bar.last == " " || bar.isEmpty ? bar + String(transit) : bar
    }

    /// Returns the waterfall as JSON, for programs.
    func json(_ waterfall: Waterfall) -> JSONValue {
        let turn = waterfall.turn
        var members: [String: JSONValue] = [
            "turn": .string(turn.turn.description), "session": .string(turn.session.rawValue),
            "at": .integer(waterfall.first.at), "totalUs": .integer(Int64(waterfall.total)),
            "from": .string(waterfall.first.kind.rawValue), "to": .string(waterfall.last.kind.rawValue),
            "isHeard": .boolean(waterfall.endsWithSound), "isComplete": .boolean(waterfall.startsAtInput),
            "spentUs": .object(
                Dictionary(
                    waterfall.spent.map { ($0.stage, .integer(Int64($0.microseconds))) },
                    uniquingKeysWith: { first, _ in first })),
            "steps": .array(waterfall.rows.map { step($0, waterfall) }),
        ]
        if let dominant = waterfall.dominant { members["dominant"] = .string(dominant.stage) }
        if let end = turn.end { members["outcome"] = .string(end.outcome.rawValue) }
        if let text = turn.text { members["text"] = .string(text) }
        if let command = turn.command { members["command"] = .string(command) }
        if let budget { members["overBudget"] = .boolean(waterfall.total > budget || turn.end == nil) }
        return .object(members)
    }

    private func step(_ row: Waterfall.Row, _ waterfall: Waterfall) -> JSONValue {
        var members: [String: JSONValue] = [
            "id": .string(row.step.id.description), "kind": .string(row.step.kind.rawValue),
            "source": .string(row.step.source.description), "isCritical": .boolean(row.isCritical),
            "atUs": .integer(Int64(WallClock.elapsed(from: waterfall.first.at, to: row.step.at))),
            "tookUs": .integer(Int64(row.took)), "toBrokerUs": .integer(Int64(row.bus)),
        ]
        if let detail = row.step.detail { members["detail"] = .string(detail) }
        if !row.step.causes.isEmpty {
            members["causes"] = .array(row.step.causes.map { .string($0.description) })
        }
        return .object(members)
    }
}
