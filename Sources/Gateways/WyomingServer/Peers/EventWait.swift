/// The time for which a peer's next event is awaited. Pure.
struct EventWait: Equatable {
    /// The time for the event to begin.
    let time: Duration
    /// Whether the utterance ends when no event has begun by then, and not the connection.
    let endsUtterance: Bool

    /// Creates a limit.
    /// - Parameters:
    ///   - silence: The time without an event after which the peer counts as gone.
    ///   - hasSent: Whether the peer has sent an event.
    ///   - isHeard: Whether the peer sends sound that is recognized.
    ///   - left: The time that is left for the peer's utterance; nil when there is none.
    init(silence: Duration, hasSent: Bool, isHeard: Bool, left: Duration?) {
        var limit = silence
        if !hasSent { limit = min(limit, WyomingPeer.firstTime) }
        if isHeard { limit = min(limit, WyomingPeer.busyTime) }
        endsUtterance = left.map { $0 < limit } ?? false
        time = max(.zero, min(limit, left ?? limit))
    }
}
