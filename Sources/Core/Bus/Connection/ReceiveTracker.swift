import SaybusMessages

/// A record of the messages received: their sequence numbers, ids and counts. Pure.
struct ReceiveTracker {
    /// A decision about a message.
    enum Verdict: Equatable {
        /// Deliver it to the subscriptions.
        case deliver
        /// Ignore it, because its deadline has passed.
        case stale
        /// Ignore it, because it was handled before. If it is tracked, its publisher waits for an answer.
        case repeated(isTracked: Bool)
    }

    private var sequences = SequenceTracker()
    private var handled = HandledMessages()
    /// The ends of turns, whose ids are those of their turns. A publisher may have given the same id to a turn's first
    /// message, of which the end is no copy.
    private var ended = HandledMessages()
    private var accepted = HandledMessages()
    var counters = StageStatus.Counters()

    /// Records a message, and counts those lost before it.
    /// - Parameters:
    ///   - isStale: Whether the message's deadline has passed.
    ///   - now: Unix time in microseconds.
    mutating func receive(
        _ message: RawMessage, isStale: Bool = false, now: Int64 = WallClock.microseconds()
    ) -> Verdict {
        let header = message.header
        counters.received += 1
        if case .gap(let count) = sequences.receive(message, now: now) {
            let (sum, overflow) = counters.lost.addingReportingOverflow(count)
            counters.lost = overflow ? .max : sum
        }
        if isStale {
            counters.stale += 1
            // The listener itself drops late requests to listen; a request to stop is never too late.
            if header.kind != ListenRequest.kind { return .stale }
        }
        // The broker repeats the description of a state for late subscribers. Receiving it twice is harmless.
        if !header.describesState, !insert(header) {
            counters.repeated += 1
            return .repeated(isTracked: MessageCatalog.type(of: header.kind)?.delivery != nil)
        }
        return .deliver
    }

    /// Records a message of this process that is delivered without a broker.
    /// - Returns: False for one that has arrived before.
    mutating func receiveOwn(_ header: Header) -> Bool { insert(header) }

    /// Counts frames or a body that cannot be read. Unreadable frames are not lost.
    mutating func receive(unreadable error: MessageError) {
        counters.malformed += 1
        sequences.receive(unreadable: error)
    }

    /// Records that the messages of some topics were not subscribed to for a while, so that none of them is lost.
    /// - Parameter isConcerned: Returns whether a topic is one of them.
    mutating func interrupt(_ isConcerned: (Topic) -> Bool) { sequences.interrupt(isConcerned) }

    /// Records that a message is handled.
    /// - Returns: False for a copy of one that was handled before.
    private mutating func insert(_ header: Header) -> Bool {
        header.kind == TurnEnded.kind ? ended.insert(header.id) : handled.insert(header.id)
    }

    /// Counts messages that the broker refused.
    mutating func countRefused(_ count: Int) {
        let (sum, overflow) = (counters.refused ?? 0).addingReportingOverflow(count)
        counters.refused = overflow ? .max : sum
    }

    /// Removes a message that was not handled after all, so that its retransmission counts as new.
    mutating func forget(_ id: MessageID) {
        handled.remove(id)
        accepted.remove(id)
    }

    /// Records that the reader of a delivered message works on it.
    mutating func accept(_ id: MessageID) { _ = accepted.insert(id) }

    /// Returns whether the reader of a message works on it.
    func isAccepted(_ id: MessageID) -> Bool { accepted.contains(id) }

    /// Removes all messages, so that their retransmissions count as new.
    mutating func forgetAll() { (handled, ended, accepted) = (HandledMessages(), HandledMessages(), HandledMessages()) }
}
