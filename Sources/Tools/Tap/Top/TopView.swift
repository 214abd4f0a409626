import SaybusBus
import SaybusMessages

/// A table of the stages that is refreshed periodically. Pure.
struct TopView: LiveView {
    /// The age, in microseconds, from which a stage's last status is shown in red. Heartbeats come once a
    /// second; after three seconds without one the broker reports the stage lost.
    private static let lateStatusAge: Int64 = 2_500_000

    private let bus: String
    private let isJSON: Bool
    private let hasKeys: Bool
    private var stages = StageTable()
    private var total = RateMeter(window: 5)
    private var start: ViewContext?
    /// The time of the last arrival, in microseconds of the steady clock.
    private var lastArrival: Int64?

    /// - Parameters:
    ///   - bus: The bus's address.
    ///   - hasKeys: Whether to show which key ends the program.
    init(bus: String, isJSON: Bool, hasKeys: Bool) { (self.bus, self.isJSON, self.hasKeys) = (bus, isJSON, hasKeys) }

    mutating func begin(_ presence: Presence, in context: ViewContext) { start = context }

    mutating func receive(_ received: Received, in context: ViewContext) -> [TapLine] {
        lastArrival = context.steady
        guard case .message(let message) = received else { return [] }
        let header = message.header
        if header.kind == StageStatus.kind, let status = try? message.decode(StageStatus.self) {
            // A retained status may have been published before this tap subscribed.
            let age = WallClock.elapsed(from: message.stamp?.at ?? header.at, to: context.wall)
            stages.record(
                status.body, run: header.run, at: header.at,
                receivedAt: context.steady - (header.retain ? Int64(min(age, 86_400_000_000)) : 0))
        }
        total.record(
            bytes: message.frames.reduce(0) { $0 + $1.count }, clock: context.steady, now: context.steady)
        return []
    }

    mutating func refresh(in context: ViewContext) -> [TapLine] {
        let rows = stages.rows(now: context.steady)
        return isJSON ? [json(rows, context)] : table(rows, context, showsKey: hasKeys)
    }

    mutating func end(in context: ViewContext) -> [TapLine] {
        let rows = stages.rows(now: context.steady)
        return isJSON ? [json(rows, context)] : table(rows, context, showsKey: false)
    }

    private func table(_ rows: [StageTable.Row], _ context: ViewContext, showsKey: Bool) -> [TapLine] {
        let seconds = RateMeter.seconds(window: 5, since: start?.steady ?? context.steady, now: context.steady)
        let figures = total.figures(now: context.steady)
        var head: [Span] = [
            .strong("saybus-tap top"), .dim(LocalTime.text(context.wall) + (showsKey ? ", q ends," : "")),
            .plain(Quantity.count(rows.count, "stage") + ","),
        ]
        if isSilent(context) {
            head.append(Span("the broker is silent", .bad))
        } else {
            head.append(.plain("\(Quantity.rate(Double(figures.count) / seconds)) messages/s,"))
            head.append(.plain("\(Quantity.bytes(Double(figures.bytes) / seconds))/s"))
        }
        // The address comes last: on a narrow terminal it gives way first.
        head.append(.plain(bus))
        var table = SpanTable([
            .words("stage"), .words("state"), .number("in/s"), .number("out/s"), .number("lost", omitted: .whenBlank),
            .number("stale", omitted: .whenBlank), .number("malf.", omitted: .whenBlank),
            .number("drop.", omitted: .whenBlank), .number("retried", omitted: .whenBlank),
            .number("queue", omitted: .whenBlank), .number("waiting", omitted: .whenBlank), .number("memory"),
            .number("up", omitted: .always), .number("beat"), .words("catalog", omitted: .always),
            .words("problem", omitted: .whenBlank, isCut: true),
        ])
        for row in rows { table.add(cells(row)) }
        let lines = rows.isEmpty ? [[.dim("no stage is on the bus")]] : table.lines(width: context.columns)
        // Nothing stands below the stages: a screen that is too small counts the lines that it leaves out.
        return ([head] + lines).map { .spans($0) }
    }

    /// Returns whether nothing has come for some seconds, although the broker's own status comes once a second.
    private func isSilent(_ context: ViewContext) -> Bool {
        guard let last = lastArrival ?? start?.steady else { return false }
        return context.steady - last > StageTable.silence
    }

    private func cells(_ row: StageTable.Row) -> [Span] {
        let (status, counters) = (row.status, row.status.counters)
        let isGone = status.state.isGone
        func trouble(_ count: Int) -> Span { Span("\(count)", count == 0 ? .dim : .bad) }
        func rate(_ value: Double?) -> Span {
            isGone ? .dim("–") : value.map { .plain(Quantity.rate($0)) } ?? .dim("–")
        }
        func count(_ value: Int?) -> Span {
            value.map { Span("\($0)", $0 == 0 ? .dim : .plain) } ?? .dim("–")
        }
        return [
            .strong("\(status.role)/\(status.instance)"), Span(status.state.rawValue, Self.style(status.state)),
            rate(row.receivedPerSecond), rate(row.publishedPerSecond), trouble(counters.lost),
            trouble(counters.stale), trouble(counters.malformed), trouble(counters.dropped),
            Span("\(counters.retried)", counters.retried == 0 ? .dim : .warning), count(status.queued),
            count(status.unanswered), status.memoryBytes.map { .plain(Quantity.bytes(Double($0))) } ?? .dim("–"),
            .plain(Quantity.age(milliseconds: status.uptimeMs)),
            Span(
                Quantity.age(milliseconds: Int(row.age / 1000)),
                row.age > Self.lateStatusAge && !isGone ? .bad : .dim),
            .dim(status.catalogRevision ?? ""), Span(status.problem ?? "", isGone ? .bad : .warning),
        ]
    }

    private static func style(_ state: StageStatus.State) -> Span.Style {
        switch state {
        case .ready: .good
        case .starting, .standby, .stopped: .plain
        case .draining: .warning
        case .failed, .lost: .bad
        }
    }

    private func json(_ rows: [StageTable.Row], _ context: ViewContext) -> TapLine {
        .json([
            "at": .integer(context.wall),
            "stages": .array(
                rows.compactMap { row in
                    guard case .object(var members)? = try? JSONValue(row.status) else { return nil }
                    members["ageUs"] = .integer(row.age)
                    if let rate = row.receivedPerSecond { members["receivedPerSecond"] = .number(rate) }
                    if let rate = row.publishedPerSecond { members["publishedPerSecond"] = .number(rate) }
                    return .object(members)
                }),
        ])
    }
}
