import Messages

/// Which messages an instance may begin to work on, and which it has in hand. Pure: time comes in as milliseconds since the program's start.
///
/// Stopping is one moment: what was begun before is in hand, and its publisher is told so before anybody else takes over; what was not
/// is left to the successor. So a swap loses no turn and doubles none.
struct Duty: Sendable {
    /// How long a beat entitles an instance on standby's side to begin work: less than the three seconds after which the broker calls it lost, so
    /// that one that was frozen begins nothing before it has heard whether another has taken over.
    static let lease = 2500

    private(set) var isOn = false
    private var leaseEnds = Int.max
    private var inHand: [MessageID: Header] = [:]

    /// Work may be begun.
    /// - Parameter leaseEnds: Until when, unless it is renewed; `.max` for ever.
    mutating func start(leaseEnds: Int = .max) {
        isOn = true
        self.leaseEnds = leaseEnds
    }

    /// Proof has come that the bus had heard of us at this time.
    mutating func renew(beat: Int, now: Int) {
        if leaseEnds != .max { leaseEnds = max(leaseEnds, min(beat, now) + Self.lease) }
    }

    /// Begins work on a message.
    /// - Returns: False when it is not ours to do.
    mutating func begin(_ header: Header, now: Int) -> Bool {
        guard isOn, now < leaseEnds else { return false }
        inHand[header.id] = header
        return true
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
