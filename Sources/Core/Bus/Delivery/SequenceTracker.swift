import SaybusMessages
import SaybusSupport

/// A detector of gaps in the sequence numbers of each publisher on each topic. Pure; bounded, because the
/// streams without a message for the longest time are forgotten.
public struct SequenceTracker: Sendable {
    /// The meaning of a message's sequence number.
    public enum Verdict: Sendable, Equatable {
        /// The message is the first of its stream, or the next one.
        case inOrder
        /// Messages are missing before this one; their number.
        case gap(Int)
        /// The number is lower than expected, because the message was sent again or retained.
        case again
    }

    private struct Stream: Hashable {
        let source: Source
        let run: UInt32
        let topic: Topic
    }

    private struct Place {
        /// The number of the next expected message.
        var expected: Int
        /// Whether all messages so far were retained messages from the broker's store.
        var isKept: Bool
        /// Whether messages were not subscribed to since the last one, so that missing numbers are no loss.
        var isInterrupted = false
    }

    /// Microseconds of age from which a retained message counts as one from the broker's store, because the
    /// broker forwards new messages at once.
    static let storedAge: Int64 = 500_000

    /// The most numbers between two messages of one count: more messages than a publisher sends in a day.
    private static let farthest: UInt = 1 << 32

    /// The publisher of frames with an envelope that could not be read, as far as it is known.
    private struct Origin: Hashable {
        let topic: Topic
        let source: Source?
    }

    private var places: GenerationalCache<Stream, Place>
    /// The frames with an unreadable envelope whose numbers are still missing; nil before the first ones, so that every
    /// other message costs nothing more.
    private var unreadable: GenerationalCache<Origin, Int>?

    /// Creates a tracker that keeps at least the `capacity` streams with the latest messages.
    public init(capacity: Int = 8192) { places = GenerationalCache(capacity: capacity) }

    /// Records a message from the broker.
    ///
    /// The broker stores the newest retained message of each owner only, so the numbers missing between two
    /// stored ones are no gap.
    /// - Parameters:
    ///   - message: The message.
    ///   - now: Unix time in microseconds.
    public mutating func receive(_ message: RawMessage, now: Int64) -> Verdict {
        let isOld = message.stamp.map { now.subtractingReportingOverflow($0.at).partialValue > Self.storedAge } ?? false
        return receive(message.header, isKept: message.header.retain && isOld)
    }

    /// Records a message that was published just now.
    public mutating func receive(_ header: Header) -> Verdict { receive(header, isKept: false) }

    /// Records that the messages of some topics were not subscribed to for a while. The numbers missing before the next
    /// message of each of their publishers are no gap.
    /// - Parameter isConcerned: Returns whether a topic is one of them.
    mutating func interrupt(_ isConcerned: (Topic) -> Bool) {
        places.updateAll { stream, place in
            if isConcerned(stream.topic) { place.isInterrupted = true }
        }
    }

    /// Records frames whose envelope cannot be read. Their number is missing, but they were not lost: the gap before
    /// the next message of the topic and the publisher is smaller by them.
    public mutating func receive(unreadable error: MessageError) {
        guard let topic = error.topic else { return }
        if unreadable == nil { unreadable = GenerationalCache(capacity: 256) }
        unreadable?.update(Origin(topic: topic, source: error.source)) { $0 = ($0 ?? 0) + 1 }
    }

    private mutating func receive(_ header: Header, isKept: Bool) -> Verdict {
        let verdict = place(header, isKept: isKept)
        guard unreadable != nil else { return verdict }
        let known = Origin(topic: header.topic, source: header.source)
        guard case .gap(let count) = verdict else {
            // An unreadable header may have had a number that is not missing.
            if verdict == .inOrder, unreadable?[known] != nil { unreadable?[known] = 0 }
            return verdict
        }
        let lost = count - takeUnreadable(known, count)
        let rest = lost - takeUnreadable(Origin(topic: header.topic, source: nil), lost)
        return rest > 0 ? .gap(rest) : .inOrder
    }

    /// Removes at most `count` frames from those that could not be read.
    private mutating func takeUnreadable(_ origin: Origin, _ count: Int) -> Int {
        guard count > 0, let waiting = unreadable?[origin], waiting > 0 else { return 0 }
        let taken = min(count, waiting)
        unreadable?[origin] = waiting - taken
        return taken
    }

    private mutating func place(_ header: Header, isKept: Bool) -> Verdict {
        let stream = Stream(source: header.source, run: header.run, topic: header.topic)
        return places.update(stream) { place in
            let before = place.flatMap { Self.isNear(header.sequence, $0.expected) ? $0 : nil }
            if let before, header.sequence < before.expected { return .again }
            let followed = before.flatMap { $0.isInterrupted ? nil : $0 }
            // In a stream with earlier messages, an old message is a delayed one, not a stored one.
            place = Place(
                expected: header.sequence == .max ? .max : header.sequence + 1,
                isKept: isKept && (followed?.isKept ?? true))
            guard let followed, !followed.isKept, !isKept, header.sequence != followed.expected else { return .inOrder }
            return .gap(header.sequence - followed.expected)
        }
    }

    /// Returns whether two numbers can belong to the same count. Any program may publish on the bus, so a number may be
    /// any Int; a number far from the expected one shows no loss, and counting begins anew with it.
    private static func isNear(_ number: Int, _ expected: Int) -> Bool {
        let (difference, overflow) = number.subtractingReportingOverflow(expected)
        return !overflow && difference.magnitude <= farthest
    }
}
