import SaybusBus
import SaybusMessages
import SaybusSupport

/// A view of lost messages: finds them by gaps in the publishers' sequence numbers, and reports where they were lost.
/// Pure; bounded.
struct GapsView: LiveView {
    /// The point at which messages were lost, derived from the broker's offsets.
    enum LossPoint: String, Sendable, CaseIterable {
        /// No offset is missing: the broker never received the message.
        case beforeBroker = "before the broker"
        /// Offsets are missing: the broker forwarded messages that this tap did not receive; stages may have
        /// received them.
        case afterBroker = "between the broker and this tap"
    }

    private struct Stream: Hashable {
        let source: Source
        let topic: Topic
    }

    private struct Loss: Sendable {
        var count = 0
        var times = 0
        var points: Set<LossPoint> = []
    }

    private let filter: TapFilter
    private let isJSON: Bool
    private var sequences = SequenceTracker()
    private var offsets = OffsetTracker()
    /// The number of missing offsets at each stream's last message.
    private var missing = GenerationalCache<Stream, Int>(capacity: 8192)
    private var losses = GenerationalCache<Stream, Loss>(capacity: 4096)
    private var lost = 0
    private var messages = 0
    private var malformed = 0
    private var start: ViewContext?

    init(filter: TapFilter, isJSON: Bool) { (self.filter, self.isJSON) = (filter, isJSON) }

    mutating func begin(_ presence: Presence, in context: ViewContext) { start = context }

    var foundProblem: Bool { lost > 0 }

    mutating func receive(_ received: Received, in context: ViewContext) -> [TapLine] {
        switch received {
        case .malformed(let error):
            if filter.admits(error) { malformed += 1 }
            sequences.receive(unreadable: error)
            if let stamp = error.stamp { _ = offsets.record(stamp) }
            return []
        case .message(let message):
            if filter.concerns(message.header) { messages += 1 }
            return track(message, in: context)
        case .repeated(let message): return track(message, in: context)
        }
    }

    mutating func receiveRepeated(_ message: RawMessage, in context: ViewContext) -> [TapLine] {
        track(message, in: context)
    }

    private mutating func track(_ message: RawMessage, in context: ViewContext) -> [TapLine] {
        let header = message.header
        let stream = Stream(source: header.source, topic: header.topic)
        let missingNow = offsets.record(message)
        defer { missing[stream] = missingNow }
        let verdict = sequences.receive(message, now: context.wall)
        guard filter.concerns(header) else { return [] }
        guard case .gap(let count) = verdict else { return [] }
        let point: LossPoint = missingNow > (missing[stream] ?? 0) ? .afterBroker : .beforeBroker
        var loss = losses[stream] ?? Loss()
        loss.count = loss.count.addingReportingOverflow(count).overflow ? .max : loss.count + count
        loss.times += 1
        loss.points.insert(point)
        losses[stream] = loss
        lost = lost.addingReportingOverflow(count).overflow ? .max : lost + count
        return [isJSON ? json(header, count, point) : line(header, count, point)]
    }

    mutating func end(in context: ViewContext) -> [TapLine] { isJSON ? [summaryJSON(context)] : summary(context) }

    private func line(_ header: Header, _ count: Int, _ point: LossPoint) -> TapLine {
        let session = header.session == .default ? "" : " in \(header.session)"
        return .spans([
            .dim(LocalTime.text(header.at)), .bad("lost \(count) \(header.kind)"),
            .plain("from \(header.source)\(session)"), .dim("before number \(header.sequence), \(point.rawValue)"),
        ])
    }

    private func json(_ header: Header, _ count: Int, _ point: LossPoint) -> TapLine {
        .json([
            "lost": [
                "at": .integer(header.at), "count": .integer(Int64(count)), "kind": .string(header.kind.rawValue),
                "session": .string(header.session.rawValue), "source": .string(header.source.description),
                "before": .integer(Int64(header.sequence)), "where": .string(point.rawValue),
            ]
        ])
    }

    private var sorted: [(stream: Stream, loss: Loss)] {
        losses.entries.map { ($0.key, $0.value) }.sorted {
            ($0.0.source.description, $0.0.topic.description) < ($1.0.source.description, $1.0.topic.description)
        }
    }

    private func summary(_ context: ViewContext) -> [TapLine] {
        let time = Quantity.duration(microseconds: Double(context.steady - (start?.steady ?? context.steady)))
        let seen = "\(Quantity.count(messages, "message")) in \(time)"
        let garbage: [Span] = malformed > 0 ? [.warning("unreadable \(malformed)")] : []
        guard lost > 0 else { return [.spans([.good("nothing was lost:"), .plain(seen)] + garbage)] }
        var table = SpanTable([
            .words("source"), .words("kind"), .words("session"), .number("lost"), .number("times"), .words("where"),
        ])
        for (stream, loss) in sorted {
            table.add([
                .plain(stream.source.description), .strong(stream.topic.kind.rawValue),
                .dim(stream.topic.session.rawValue), .bad("\(loss.count)"), .plain("\(loss.times)"),
                .dim(LossPoint.allCases.filter(loss.points.contains).map(\.rawValue).joined(separator: "; ")),
            ])
        }
        return [.spans([.bad("\(Quantity.count(lost, "message")) lost:"), .plain("of \(seen)")] + garbage)]
            + table.lines(width: context.columns).map { .spans($0) }
    }

    private func summaryJSON(_ context: ViewContext) -> TapLine {
        .json([
            "summary": [
                "lost": .integer(Int64(lost)), "messages": .integer(Int64(messages)),
                "malformed": .integer(Int64(malformed)),
                "us": .integer(context.steady - (start?.steady ?? context.steady)),
                "streams": .array(
                    sorted.map { stream, loss in
                        [
                            "source": .string(stream.source.description),
                            "kind": .string(stream.topic.kind.rawValue),
                            "session": .string(stream.topic.session.rawValue), "lost": .integer(Int64(loss.count)),
                            "times": .integer(Int64(loss.times)),
                            "where": .array(
                                LossPoint.allCases.filter(loss.points.contains).map { .string($0.rawValue) }),
                        ]
                    }),
            ]
        ])
    }
}
