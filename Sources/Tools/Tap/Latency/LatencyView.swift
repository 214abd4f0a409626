import SaybusBus
import SaybusMessages
import SaybusSupport

/// The transit times of messages, and the response times of stages. Pure; bounded.
struct LatencyView: LiveView {
    /// A measured interval.
    private enum Interval: Hashable {
        /// From publishing by a role to the broker's stamp.
        case toBroker(role: Role)
        /// From the broker's stamp to receipt by this tap.
        case toTap
        /// From the publishing of a cause to that of its answer.
        case answer(cause: Kind, answer: Kind, role: Role)
    }

    private struct Published: Sendable {
        let kind: Kind
        let at: Int64
    }

    private let session: Session?
    private let isJSON: Bool
    private var published = GenerationalCache<MessageID, Published>(capacity: 8192)
    private var times = GenerationalCache<Interval, LatencyHistogram>(capacity: 256)
    private var start: ViewContext?
    /// The number of negative times, which result from clocks that disagree.
    private var negativeTimes = 0

    init(session: Session?, isJSON: Bool) { (self.session, self.isJSON) = (session, isJSON) }

    mutating func begin(_ presence: Presence, in context: ViewContext) { start = context }

    mutating func receive(_ received: Received, in context: ViewContext) -> [TapLine] {
        guard case .message(let message) = received, session.map({ $0 == message.header.session }) ?? true else {
            return []
        }
        let header = message.header
        guard header.kind != Barrier.kind else { return [] }
        // The transit time of a retained message includes the time that the broker kept it.
        if header.retain, let stamp = message.stamp, let start, stamp.at < start.wall { return [] }
        if let stamp = message.stamp {
            // The broker's own messages have no transit: it stamps them before it writes them.
            if header.source.role != .broker {
                record(.toBroker(role: header.source.role), from: header.at, to: stamp.at)
            }
            record(.toTap, from: stamp.at, to: context.wall)
        }
        for cause in header.causes.prefix(8) {
            guard let asked = published[cause] else { continue }
            record(
                .answer(cause: asked.kind, answer: header.kind, role: header.source.role), from: asked.at, to: header.at
            )
        }
        published[header.id] = Published(kind: header.kind, at: header.at)
        return []
    }

    private mutating func record(_ interval: Interval, from start: Int64, to end: Int64) {
        let (time, overflow) = end.subtractingReportingOverflow(start)
        guard !overflow, time >= 0 else {
            negativeTimes += 1
            return
        }
        var histogram = times[interval] ?? LatencyHistogram()
        histogram.add(time)
        times[interval] = histogram
    }

    mutating func refresh(in context: ViewContext) -> [TapLine] {
        let rows = rows()
        return isJSON ? [json(rows, context)] : table(rows, context)
    }

    mutating func end(in context: ViewContext) -> [TapLine] { refresh(in: context) }

    /// A row of the table, with its sort rank.
    private struct Row {
        let rank: Int
        let from: String
        let to: String
        let by: String
        let summary: LatencySummary
    }

    private func rows() -> [Row] {
        var rows: [Row] = []
        for (interval, histogram) in times.entries {
            guard let summary = LatencySummary(histogram) else { continue }
            switch interval {
            case .toBroker(let role):
                rows.append(Row(rank: 0, from: "publish", to: "broker", by: role.rawValue, summary: summary))
            case .toTap: rows.append(Row(rank: 1, from: "broker", to: "this tap", by: "broker", summary: summary))
            case .answer(let cause, let answer, let role):
                rows.append(
                    Row(
                        rank: 2 + KindOrder.rank(answer), from: cause.rawValue, to: answer.rawValue, by: role.rawValue,
                        summary: summary))
            }
        }
        return rows.sorted { ($0.rank, $0.from, $0.to, $0.by) < ($1.rank, $1.from, $1.to, $1.by) }
    }

    private func table(_ rows: [Row], _ context: ViewContext) -> [TapLine] {
        var table = SpanTable([
            .words("from"), .words("to"), .words("by"), .number("times"), .number("p50"),
            .number("p90", omitted: .always), .number("p99"), .number("max"),
        ])
        for row in rows {
            let summary = row.summary
            let figures = [summary.p50Us, summary.p90Us, summary.p99Us, summary.maxUs].map {
                Quantity.duration(microseconds: Double($0))
            }
            table.add([
                .plain(row.from), .strong(row.to), .dim(row.by), .plain("\(summary.count)"), .strong(figures[0]),
                .plain(figures[1]), .plain(figures[2]), .plain(figures[3]),
            ])
        }
        var lines = table.lines(width: context.columns)
        if rows.isEmpty { lines = [[.dim("nothing has passed yet")]] }
        if negativeTimes > 0 {
            lines.append([.warning("\(Quantity.count(negativeTimes, "time")) below zero left out: the clocks disagree")]
            )
        }
        return lines.map { .spans($0) }
    }

    private func json(_ rows: [Row], _ context: ViewContext) -> TapLine {
        .json([
            "at": .integer(context.wall), "belowZero": .integer(Int64(negativeTimes)),
            "latencies": .array(
                rows.map { row in
                    [
                        "from": .string(row.from), "to": .string(row.to), "by": .string(row.by),
                        "count": .integer(Int64(row.summary.count)), "p50Us": .integer(row.summary.p50Us),
                        "p90Us": .integer(row.summary.p90Us), "p99Us": .integer(row.summary.p99Us),
                        "minUs": .integer(row.summary.minUs), "maxUs": .integer(row.summary.maxUs),
                    ]
                }),
        ])
    }
}
