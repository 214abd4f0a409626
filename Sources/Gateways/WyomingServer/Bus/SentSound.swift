/// A sound that is sent to a loudspeaker ahead of the time at which it is heard. Pure.
///
/// The loudspeaker does not report its position in the sound, so the position is computed from the clock: the
/// loudspeaker plays the sound that it has, and waits for the rest.
struct SentSound: Sendable {
    /// Whether the loudspeaker begins only when it has all of the sound.
    let isPlayedAsWhole: Bool
    /// The duration of what was sent.
    private(set) var sent = Duration.zero
    /// The time at which the first sample would have been heard if the loudspeaker had never waited; nil before.
    private var start: ContinuousClock.Instant?

    init(isPlayedAsWhole: Bool = false) { self.isPlayedAsWhole = isPlayedAsWhole }

    /// Records samples that are sent now.
    mutating func send(_ duration: Duration, at now: ContinuousClock.Instant) {
        // A loudspeaker that had played everything was silent until now.
        if !isPlayedAsWhole { start = max(start ?? now, now - sent) }
        sent += duration
    }

    /// Records the end of the sound.
    mutating func end(at now: ContinuousClock.Instant) { start = start ?? now }

    /// Returns the duration of what was heard.
    func heard(at now: ContinuousClock.Instant) -> Duration {
        guard let start else { return .zero }
        return min(sent, max(.zero, now - start))
    }

    /// Returns the duration of what was sent and not heard yet.
    func left(at now: ContinuousClock.Instant) -> Duration { sent - heard(at: now) }
}
