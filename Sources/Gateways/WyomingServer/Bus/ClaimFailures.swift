/// The claims in a row that were not known on the bus in time. Pure.
struct ClaimFailures: Sendable {
    /// The failures after which none is tried for a while: a policy may not let this key be an audio stage, and each
    /// failure holds up a peer.
    static let limit = 3
    /// The time until one is tried again: the bus may only have stood still.
    static let pause = Duration.seconds(60)

    private var count = 0
    private var next: ContinuousClock.Instant?

    /// Returns whether a conversation is to be claimed.
    func allowsClaim(at now: ContinuousClock.Instant) -> Bool { next.map { $0 <= now } ?? true }

    /// Records the end of the wait for a claim.
    mutating func record(isKnown: Bool, at now: ContinuousClock.Instant) {
        count = isKnown ? 0 : count + 1
        next = count < Self.limit ? nil : now + Self.pause
    }
}
