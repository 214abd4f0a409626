import SaybusMessages
import SaybusSupport

/// Finds the holes in the numbers of what each publisher sends on each topic. Pure; bounded by forgetting the streams not heard of for longest.
public struct SequenceTracker: Sendable {
    /// What a message's number says.
    public enum Verdict: Sendable, Equatable {
        /// The first of its stream, or the next.
        case inOrder
        /// So many are missing before it.
        case gap(Int)
        /// Its number has been passed already: sent again, or retained.
        case again
    }

    private struct Stream: Hashable {
        let source: Source
        let run: UInt32
        let topic: Topic
    }

    private struct Place {
        /// The number that comes next.
        var expected: Int
        /// Whether all that was heard so far is what the broker had kept.
        var isKept: Bool
    }

    /// Microseconds after which a retained message is one that the broker had kept for us, unless the way is that long: it hands those of now on at once.
    static let kept: Int64 = 500_000

    private var places: GenerationalCache<Stream, Place>

    /// Creates a tracker of at least the `capacity` streams heard of last.
    public init(capacity: Int = 8192) { places = GenerationalCache(capacity: capacity) }

    /// Takes note of a message that comes from the broker.
    ///
    /// What it had kept is the newest of each owner, so between two of them numbers are missing that nobody has lost: they open no hole.
    /// - Parameter now: Unix time in microseconds.
    public mutating func note(_ message: RawMessage, now: Int64) -> Verdict {
        let isOld = message.stamp.map { now.subtractingReportingOverflow($0.at).partialValue > Self.kept } ?? false
        return note(message.header, isKept: message.header.retain && isOld)
    }

    /// Takes note of a message of now.
    public mutating func note(_ header: Header) -> Verdict { note(header, isKept: false) }

    private mutating func note(_ header: Header, isKept: Bool) -> Verdict {
        let stream = Stream(source: header.source, run: header.run, topic: header.topic)
        let before = places[stream]
        if let before, header.sequence < before.expected { return .again }
        // Who was held up finds those of now late, too: they are in a stream that was followed before.
        places[stream] = Place(
            expected: header.sequence == .max ? .max : header.sequence + 1, isKept: isKept && (before?.isKept ?? true))
        guard let before, !before.isKept, !isKept, header.sequence != before.expected else { return .inOrder }
        // A stranger's number may be any Int.
        let (gap, overflow) = header.sequence.subtractingReportingOverflow(before.expected)
        return .gap(overflow ? .max : gap)
    }
}
