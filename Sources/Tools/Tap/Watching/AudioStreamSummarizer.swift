import SaybusMessages
import SaybusSupport

/// A summarizer of a turn's audio chunks, in two lines, one at the beginning and one at the end. Pure.
struct AudioStreamSummarizer: Sendable {
    private struct Stream: Hashable {
        let source: Source
        let run: UInt32
        let topic: Topic
        let turn: TurnID?
    }

    private struct StreamTotals: Sendable {
        var sound = PCMMeter()
        var chunks = 0
        var missing = 0
        var next: Int
    }

    private var streams = GenerationalCache<Stream, StreamTotals>(capacity: 1024)

    /// Processes one chunk.
    /// - Returns: The line for the first or last chunk of a stream; nil for a chunk between them.
    mutating func summarize(
        _ header: Header, index: Int, isLast: Bool, format: PCMFormat, samples: [UInt8]
    ) -> [Span]? {
        let stream = Stream(source: header.source, run: header.run, topic: header.topic, turn: header.turn)
        var before = streams[stream]
        if let known = before, index < known.next { before = nil }
        var totals = before ?? StreamTotals(next: index)
        let (missing, _) = index.subtractingReportingOverflow(totals.next)
        totals.missing = totals.missing.addingReportingOverflow(missing).partialValue
        totals.next = index == .max ? index : index + 1
        totals.chunks += 1
        totals.sound.add(samples, channels: format.channels)
        streams[stream] = isLast ? nil : totals
        if isLast {
            var spans: [Span] = [
                .plain("ends: \(Quantity.count(totals.chunks, "chunk")),"),
                .plain("\(totals.sound.duration(rate: format.rate)),"), .plain(totals.sound.level),
            ]
            if totals.missing > 0 { spans.append(.bad("\(Quantity.count(totals.missing, "chunk")) missing")) }
            return spans
        }
        guard before == nil else { return nil }
        let channels = format.channels == 1 ? "mono" : "\(format.channels) channels"
        return [.plain("begins: \(format.rate) Hz \(channels)")]
            + (index > 0 ? [.warning("with chunk \(index)")] : [])
    }
}
