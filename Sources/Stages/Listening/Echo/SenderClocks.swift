import SaybusMessages

/// A converter of the times of other machines' clocks to this machine's clock.
///
/// The difference of two clocks is taken from the message with the least delay, which on a bus is about a
/// millisecond. Small differences are ignored, because on a busy machine all messages may be late for a while.
struct SenderClocks: Sendable {
    /// The largest difference that is ignored: 0.25 s, in microseconds. It leaves half a second of the longest delay
    /// of an echo.
    private static let tolerance: Int64 = 250_000
    /// Messages of a sender after which its clock is known.
    private static let enough = 25
    /// Messages after which a clock is measured again, because it may have been set.
    private static let window = 500
    /// The most senders whose clocks are tracked; beyond that, one is dropped.
    private static let capacity = 16

    private struct Sender {
        var count = 0
        /// The least delay of a message in this window, and in the one before, in microseconds. It includes the
        /// difference of the clocks.
        var lateness = Int64.max
        var before = Int64.max
    }

    private var senders: [Source: Sender] = [:]

    /// Returns the time when a message was sent, by this machine's clock. All times are in microseconds.
    mutating func time(of sent: Int64, arrived: Int64, from source: Source) -> Int64 {
        if senders[source] == nil, senders.count >= Self.capacity, let one = senders.keys.first { senders[one] = nil }
        let (late, isNonsense) = arrived.subtractingReportingOverflow(sent)
        guard !isNonsense else { return arrived }
        var sender = senders[source] ?? Sender()
        sender.count += 1
        if sender.count > Self.window { sender = Sender(count: 1, before: sender.lateness) }
        sender.lateness = min(sender.lateness, late)
        senders[source] = sender
        let offset = min(sender.lateness, sender.before)
        let isKnown = sender.count >= Self.enough || sender.before < .max
        guard isKnown, offset.magnitude > Self.tolerance else { return min(sent, arrived) }
        // Wraps around, so that an invalid time of a sender causes no overflow.
        return sent &+ offset
    }
}
