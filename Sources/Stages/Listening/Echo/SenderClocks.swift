import SaybusMessages

/// Tells when what others sent was sent, by this machine's clock, though theirs may be far behind or ahead.
///
/// The message that took least tells how far: on a bus that is a millisecond or so. Small differences are left alone, since on a busy machine all
/// messages of a while may be late.
struct SenderClocks: Sendable {
    /// A clock that differs by no more is as good as this one: 0.25 s, in microseconds. Half a second more can still be an echo's delay.
    private static let least: Int64 = 250_000
    /// After so many messages of a sender its clock is known.
    private static let enough = 25
    /// So many messages later it is looked at anew: it may have been set.
    private static let window = 500
    /// Of so many senders clocks are known; of more, one is forgotten.
    private static let most = 16

    private struct Sender {
        var count = 0
        /// The least that a message of this window, and one of the window before, took by the two clocks, in microseconds.
        var lateness = Int64.max
        var before = Int64.max
    }

    private var senders: [Source: Sender] = [:]

    /// When a message was sent, by this machine's clock; both times are in microseconds.
    mutating func time(of sent: Int64, arrived: Int64, from source: Source) -> Int64 {
        if senders[source] == nil, senders.count >= Self.most, let one = senders.keys.first { senders[one] = nil }
        let (late, isNonsense) = arrived.subtractingReportingOverflow(sent)
        guard !isNonsense else { return arrived }
        var sender = senders[source] ?? Sender()
        sender.count += 1
        if sender.count > Self.window { sender = Sender(count: 1, before: sender.lateness) }
        sender.lateness = min(sender.lateness, late)
        senders[source] = sender
        let offset = min(sender.lateness, sender.before)
        let isKnown = sender.count >= Self.enough || sender.before < .max
        guard isKnown, offset.magnitude > Self.least else { return min(sent, arrived) }
        // Of a sender whose times are nonsense it is nonsense, and no overflow.
        return sent &+ offset
    }
}
