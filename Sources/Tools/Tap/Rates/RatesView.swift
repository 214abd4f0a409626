import SaybusBus
import SaybusMessages
import SaybusSupport

/// Messages and bytes a second, by kind and source. Pure; bounded by evicting the streams that have been
/// silent for longest.
struct RatesView: LiveView {
    private struct Stream: Hashable {
        let kind: Kind
        let source: Source
    }

    private let filter: TapFilter
    private let window: Int
    private let isJSON: Bool
    private var meters = GenerationalCache<Stream, RateMeter>(capacity: 1024)
    private var total: RateMeter
    private var start: ViewContext?
    private var malformed = 0

    /// - Parameter window: The length of the window in seconds.
    init(filter: TapFilter, window: Int, isJSON: Bool) {
        (self.filter, self.window, self.isJSON) = (filter, window, isJSON)
        total = RateMeter(window: window)
    }

    mutating func begin(_ presence: Presence, in context: ViewContext) { start = context }

    mutating func receive(_ received: Received, in context: ViewContext) -> [TapLine] {
        switch received {
        case .malformed: malformed += 1
        case .repeated: break
        case .message(let message):
            let header = message.header
            guard filter.admits(header), header.kind != Barrier.kind || filter.names(header.kind) else { return [] }
            // A retained message with an older stamp was published before this tap subscribed.
            if header.retain, let start, let stamp = message.stamp, stamp.at < start.wall { return [] }
            let stream = Stream(kind: header.kind, source: header.source)
            let bytes = message.frames.reduce(0) { $0 + $1.count }
            let clock = message.stamp?.at ?? context.wall
            var meter = meters[stream] ?? RateMeter(window: window)
            meter.record(bytes: bytes, clock: clock, now: context.steady)
            meters[stream] = meter
            total.record(bytes: bytes, clock: clock, now: context.steady)
        }
        return []
    }

    mutating func refresh(in context: ViewContext) -> [TapLine] { isJSON ? [json(context)] : table(context) }

    mutating func end(in context: ViewContext) -> [TapLine] { refresh(in: context) }

    private func rows(_ context: ViewContext) -> [(stream: Stream, figures: RateMeter.Figures)] {
        meters.entries.map { ($0.key, $0.value.figures(now: context.steady)) }
            .sorted { Self.rank($0.0) < Self.rank($1.0) }
    }

    private static func rank(_ stream: Stream) -> (Int, String, String) {
        (KindOrder.rank(stream.kind), stream.kind.rawValue, stream.source.description)
    }

    private func seconds(_ context: ViewContext) -> Double {
        RateMeter.seconds(window: window, since: start?.steady ?? context.steady, now: context.steady)
    }

    private func table(_ context: ViewContext) -> [TapLine] {
        var table = SpanTable([
            .words("kind"), .words("source"), .number("messages"), .number("per second"),
            .number("bytes/s", omitted: .always), .number("interval"), .number("min", omitted: .always),
            .number("max", omitted: .always), .number("jitter", omitted: .always),
        ])
        let seconds = seconds(context)
        for (stream, figures) in rows(context) {
            let style: Span.Style = figures.count == 0 ? .dim : .plain
            let intervals = figures.intervals
            let times = [intervals.mean, intervals.minimum, intervals.maximum, intervals.deviation].map {
                Span(intervals.count == 0 ? "–" : Quantity.duration(microseconds: $0), style)
            }
            table.add(
                [
                    Span(stream.kind.rawValue, figures.count == 0 ? .dim : .strong),
                    .dim(stream.source.description), Span("\(figures.count)", style),
                    Span(Quantity.rate(Double(figures.count) / seconds), style),
                    Span(Quantity.bytes(Double(figures.bytes) / seconds), style),
                ] + times)
        }
        let all = total.figures(now: context.steady)
        var head: [Span] = [
            .strong("\(Quantity.rate(Double(all.count) / seconds)) messages/s,"),
            .plain("\(Quantity.bytes(Double(all.bytes) / seconds))/s"),
            .dim("over \(Quantity.duration(microseconds: seconds * 1_000_000))"),
        ]
        if malformed > 0 { head.append(.bad("malformed \(malformed)")) }
        return [.spans(head)] + table.lines(width: context.columns).map { .spans($0) }
    }

    private func json(_ context: ViewContext) -> TapLine {
        let seconds = seconds(context)
        let streams = rows(context).map { stream, figures -> JSONValue in
            let intervals = figures.intervals
            var members: [String: JSONValue] = [
                "kind": .string(stream.kind.rawValue), "source": .string(stream.source.description),
                "messages": .integer(Int64(figures.count)), "bytes": .integer(Int64(figures.bytes)),
                "perSecond": .number(Double(figures.count) / seconds),
                "bytesPerSecond": .number(Double(figures.bytes) / seconds),
            ]
            if intervals.count > 0 {
                members["intervalUs"] = [
                    "min": .number(intervals.minimum), "max": .number(intervals.maximum),
                    "mean": .number(intervals.mean), "jitter": .number(intervals.deviation),
                ]
            }
            return .object(members)
        }
        return .json([
            "at": .integer(context.wall), "seconds": .number(seconds), "malformed": .integer(Int64(malformed)),
            "streams": .array(streams),
        ])
    }
}
