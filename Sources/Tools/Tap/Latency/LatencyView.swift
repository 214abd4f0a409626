import SaybusBus
import SaybusMessages
import SaybusSupport

/// How long messages are on their way, and how long stages take to answer. Pure; bounded.
struct LatencyView: LiveView {
    /// What a time is measured between.
    private enum Way: Hashable {
        /// From a role's publishing to the broker's stamp.
        case toBroker(role: String)
        /// From the stamp to this tap.
        case toTap
        /// From a cause's publishing to its answer's.
        case answer(cause: Kind, answer: Kind, role: String)
    }

    private struct Published: Sendable {
        let kind: Kind
        let at: Int64
    }

    private let session: Session?
    private let isJSON: Bool
    private var published = GenerationalCache<MessageID, Published>(capacity: 8192)
    private var times = GenerationalCache<Way, LatencyHistogram>(capacity: 256)
    private var start: ViewContext?
    /// Times below zero: the publishers' clocks are not ours.
    private var backwards = 0

    init(session: Session?, isJSON: Bool) { (self.session, self.isJSON) = (session, isJSON) }

    mutating func begin(_ presence: Presence, at moment: ViewContext) { start = moment }

    mutating func take(_ received: Received, at moment: ViewContext) -> [TapLine] {
        guard case .message(let message) = received, session.map({ $0 == message.header.session }) ?? true else {
            return []
        }
        let header = message.header
        guard header.kind != Barrier.kind else { return [] }
        // What is retained has been on its way for as long as nobody wanted it.
        if header.retain, let stamp = message.stamp, let start, stamp.at < start.wall { return [] }
        if let stamp = message.stamp {
            // What the broker says itself is stamped before it is written.
            if header.source.role != "broker" {
                note(.toBroker(role: header.source.role), from: header.at, to: stamp.at)
            }
            note(.toTap, from: stamp.at, to: moment.wall)
        }
        for cause in header.causes.prefix(8) {
            guard let asked = published[cause] else { continue }
            note(
                .answer(cause: asked.kind, answer: header.kind, role: header.source.role), from: asked.at, to: header.at
            )
        }
        published[header.id] = Published(kind: header.kind, at: header.at)
        return []
    }

    private mutating func note(_ span: Way, from start: Int64, to end: Int64) {
        let (time, overflow) = end.subtractingReportingOverflow(start)
        guard !overflow, time >= 0 else {
            backwards += 1
            return
        }
        var histogram = times[span] ?? LatencyHistogram()
        histogram.add(time)
        times[span] = histogram
    }

    mutating func beat(at moment: ViewContext) -> [TapLine] {
        let rows = rows()
        return isJSON ? [json(rows, moment)] : table(rows)
    }

    mutating func end(at moment: ViewContext) -> [TapLine] { beat(at: moment) }

    /// A row's place, words and figures.
    private struct Row {
        let rank: Int
        let from: String
        let to: String
        let by: String
        let summary: LatencySummary
    }

    private func rows() -> [Row] {
        var rows: [Row] = []
        for (span, histogram) in times.entries {
            guard let summary = LatencySummary(histogram) else { continue }
            switch span {
            case .toBroker(let role):
                rows.append(Row(rank: 0, from: "publish", to: "broker", by: role, summary: summary))
            case .toTap: rows.append(Row(rank: 1, from: "broker", to: "this tap", by: "broker", summary: summary))
            case .answer(let cause, let answer, let role):
                rows.append(
                    Row(
                        rank: 2 + KindOrder.rank(answer), from: cause.rawValue, to: answer.rawValue, by: role,
                        summary: summary))
            }
        }
        return rows.sorted { ($0.rank, $0.from, $0.to, $0.by) < ($1.rank, $1.from, $1.to, $1.by) }
    }

    private func table(_ rows: [Row]) -> [TapLine] {
        var table = SpanTable([
            .words("from"), .words("to"), .words("by"), .number("times"), .number("p50"), .number("p90"),
            .number("p99"), .number("max"),
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
        var lines = table.lines()
        if rows.isEmpty { lines = [[.dim("nothing has passed yet")]] }
        if backwards > 0 {
            lines.append([.warning("\(Quantity.count(backwards, "time")) below zero left out: the clocks disagree")])
        }
        return lines.map { .spans($0) }
    }

    private func json(_ rows: [Row], _ moment: ViewContext) -> TapLine {
        .json([
            "at": .integer(moment.wall), "belowZero": .integer(Int64(backwards)),
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
