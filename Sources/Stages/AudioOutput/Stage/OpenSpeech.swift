import SaybusMessages

/// The turns in which users are speaking. Pure; the caller passes the time.
struct OpenSpeech: Sendable {
    /// The longest time for which a turn counts: a timer must ring, also in noise that is taken for speech.
    static let longest = Duration.seconds(10)
    /// The maximum number of turns. Further ones do not count.
    private static let capacity = 64

    private var turns: [TurnID: ContinuousClock.Instant] = [:]

    /// Records that a turn has begun.
    mutating func began(_ turn: TurnID, at now: ContinuousClock.Instant) {
        if turns.count < Self.capacity { turns[turn] = now }
    }

    /// Records that the speech of a turn has ended.
    mutating func ended(_ turn: TurnID) { turns[turn] = nil }

    /// Returns whether somebody is speaking, and forgets the turns that no longer count.
    mutating func isGoingOn(at now: ContinuousClock.Instant) -> Bool {
        turns = turns.filter { now - $0.value < Self.longest }
        return !turns.isEmpty
    }
}
