import SaybusMessages
import SaybusSupport

/// Makes two lines of a turn's many chunks of sound: one when it begins, one when it ends. Pure.
struct AudioWatch: Sendable {
    private struct Stream: Hashable {
        let source: Source
        let run: UInt32
        let topic: Topic
        let turn: TurnID?
    }

    private struct Heard: Sendable {
        var sound = HeardSound()
        var chunks = 0
        var missing = 0
        var next: Int
    }

    private var streams = GenerationalCache<Stream, Heard>(capacity: 1024)

    /// - Returns: What to say of the stream now; nil for a chunk in its middle.
    mutating func note(
        _ header: Header, index: Int, isLast: Bool, format: PCMFormat, samples: [UInt8]
    ) -> [Span]? {
        let stream = Stream(source: header.source, run: header.run, topic: header.topic, turn: header.turn)
        var before = streams[stream]
        if let known = before, index < known.next { before = nil }
        var heard = before ?? Heard(next: index)
        let (missing, _) = index.subtractingReportingOverflow(heard.next)
        heard.missing = heard.missing.addingReportingOverflow(missing).partialValue
        heard.next = index == .max ? index : index + 1
        heard.chunks += 1
        heard.sound.add(samples, channels: format.channels)
        streams[stream] = isLast ? nil : heard
        if isLast {
            var spans: [Span] = [
                .plain("ends: \(Quantity.count(heard.chunks, "chunk")),"),
                .plain("\(heard.sound.duration(rate: format.rate)),"), .plain(heard.sound.level),
            ]
            if heard.missing > 0 { spans.append(.bad("\(Quantity.count(heard.missing, "chunk")) missing")) }
            return spans
        }
        guard before == nil else { return nil }
        let channels = format.channels == 1 ? "mono" : "\(format.channels) channels"
        return [.plain("begins: \(format.rate) Hz \(channels)")]
            + (index > 0 ? [.warning("with chunk \(index)")] : [])
    }
}
