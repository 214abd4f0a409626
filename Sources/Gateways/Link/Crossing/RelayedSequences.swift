import SaybusBus
import SaybusMessages
import SaybusSupport

/// The sequence numbers of the messages that go to another site. Pure; bounded.
///
/// Only some messages of a topic go there, so they are counted anew, for each receiver. A message that was lost before
/// it reached the link leaves a gap in the new numbers, as does one that is lost on the line: the receivers elsewhere
/// count both as lost. A retransmission keeps its number.
struct RelayedSequences: Sendable {
    private struct Stream: Hashable {
        let receiver: String
        let source: Source
        let run: UInt32
        let topic: Topic
    }

    private struct Origin: Hashable {
        let source: Source
        let run: UInt32
        let topic: Topic
    }

    private struct Sent: Hashable {
        let receiver: String
        let id: MessageID
    }

    private var seen = SequenceTracker()
    /// The messages of each topic that never arrived at the link.
    private var missing: GenerationalCache<Origin, Int>
    /// The next number, and the missing messages that it takes into account.
    private var next: GenerationalCache<Stream, (number: Int, missing: Int)>
    private var sent: GenerationalCache<Sent, Int>
    private let run: UInt32

    /// Creates empty records.
    /// - Parameter run: The run of the link, so that numbers that begin anew belong to a new run of their source.
    init(run: UInt32, capacity: Int = 8192) {
        self.run = run
        missing = GenerationalCache(capacity: capacity)
        next = GenerationalCache(capacity: capacity)
        sent = GenerationalCache(capacity: capacity)
    }

    /// Records a message of this site, whether or not it goes to another site.
    mutating func receive(_ header: Header) {
        guard case .gap(let count) = seen.receive(header) else { return }
        let origin = Origin(source: header.source, run: header.run, topic: header.topic)
        missing[origin] = (missing[origin] ?? 0) + min(count, 1 << 20)
    }

    /// Returns the header with the number and the run with which it goes to another site.
    mutating func renumbered(_ header: Header, to receiver: String) -> Header {
        var new = header
        new.run = header.run ^ run
        let key = Sent(receiver: receiver, id: header.id)
        if let number = sent[key] {
            new.sequence = number
            return new
        }
        let origin = Origin(source: header.source, run: header.run, topic: header.topic)
        let stream = Stream(receiver: receiver, source: header.source, run: header.run, topic: header.topic)
        let holes = missing[origin] ?? 0
        let place = next[stream] ?? (0, holes)
        new.sequence = place.number + max(0, holes - place.missing)
        next[stream] = (new.sequence + 1, holes)
        sent[key] = new.sequence
        return new
    }
}
