import SaybusMessages

/// Which messages an instance may begin to work on, and which it has in hand. Pure: time comes in as milliseconds since the program's start.
///
/// Stopping is one moment: what was begun before is in hand, and its publisher is told so before anybody else takes over; what was not
/// is left to the successor. Taking over is one moment, too: what passed the broker before the status that called for it was for the predecessor,
/// and comes again if that one did not take it. So a swap loses no turn and doubles none.
struct WorkLease: Sendable {
    /// How long a beat entitles an instance on standby's side to begin work: less than the three seconds after which the broker calls it lost, so
    /// that one that was frozen begins nothing before it has heard whether another has taken over.
    static let lease = 2500

    /// What becomes of a message.
    enum Verdict: Sendable, Equatable {
        /// It is ours.
        case take
        /// It is not ours, and may be when it comes again.
        case decline
        /// It passed the broker before we took over.
        case tooEarly
    }

    private(set) var isOn = false
    private var since: Stamp?
    private var leaseEnds = Int.max
    private var inHand: [MessageID: Header] = [:]

    /// Work may be begun.
    /// - Parameters:
    ///   - since: The stamp of the status that called for it; nil when nobody worked before.
    ///   - leaseEnds: Until when, unless it is renewed; `.max` for ever.
    mutating func start(since: Stamp? = nil, leaseEnds: Int = .max) {
        isOn = true
        (self.since, self.leaseEnds) = (since, leaseEnds)
    }

    /// Proof has come that the bus had heard of us at this time.
    mutating func renew(beat: Int, now: Int) {
        if leaseEnds != .max { leaseEnds = max(leaseEnds, min(beat, now) + Self.lease) }
    }

    /// Whose a message is.
    func verdict(_ stamp: Stamp?, now: Int) -> Verdict {
        guard isOn, now < leaseEnds else { return .decline }
        if let since, let stamp, stamp.epoch == since.epoch, stamp.offset <= since.offset { return .tooEarly }
        return .take
    }

    /// Begins work on a message, if it is ours.
    mutating func begin(_ header: Header, _ stamp: Stamp?, now: Int) -> Verdict {
        let verdict = verdict(stamp, now: now)
        guard verdict == .take else { return verdict }
        inHand[header.id] = header
        return .take
    }

    /// The work on a message is done, or came to nothing.
    mutating func end(_ id: MessageID) { inHand[id] = nil }

    /// Nothing may be begun any more.
    /// - Returns: What is in hand, the oldest first.
    mutating func stop() -> [Header] {
        isOn = false
        return inHand.values.sorted { ($0.at, $0.id) < ($1.at, $1.id) }
    }
}
