import Messages

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

    private var next: [Stream: Int] = [:]
    private var previous: [Stream: Int] = [:]
    private let capacity: Int

    /// Remembers between `capacity` and twice as many streams.
    public init(capacity: Int = 8192) { self.capacity = capacity }

    /// Takes note of a message.
    public mutating func note(_ header: Header) -> Verdict {
        let stream = Stream(source: header.source, run: header.run, topic: header.topic)
        guard let expected = next[stream] ?? previous[stream] else {
            remember(stream, header.sequence)
            return .inOrder
        }
        if header.sequence < expected { return .again }
        remember(stream, header.sequence)
        if header.sequence == expected { return .inOrder }
        // A stranger's number may be any Int.
        let (gap, overflow) = header.sequence.subtractingReportingOverflow(expected)
        return .gap(overflow ? .max : gap)
    }

    private mutating func remember(_ stream: Stream, _ sequence: Int) {
        if next.count >= capacity, next[stream] == nil {
            previous = next
            next = [:]
        }
        next[stream] = sequence == .max ? .max : sequence + 1
    }
}
