import SaybusMessages

/// The repetition of a sound that loops.
struct SoundLoop {
    /// The sound from its start.
    let next: AudioEvent.File
    /// Whether the sound before it began at its start, too.
    let isWhole: Bool

    /// Creates the repetition of a file; nil when it does not loop.
    init?(_ file: AudioEvent.File) {
        guard file.loops == true else { return nil }
        var next = file
        next.offsetMs = nil
        (self.next, isWhole) = (next, (file.offsetMs ?? 0) == 0)
    }
}

/// The schedule of a sound that loops: a sink that takes samples at once, such as a file, would get them without end,
/// as fast as they are made. Pure: the time is passed in.
struct LoopPace {
    /// The time by which the sound may be ahead: more than the loudspeakers and the buffer before them hold.
    static let lead = Duration.seconds(2)
    /// The share of its length that a repetition takes at least, in percent. The clock of a loudspeaker may be faster
    /// than the system's, and a sound that loops all night must not fall behind it.
    static let minimumShare = 98

    /// The time at which the sound so far will have been played by the fastest loudspeaker.
    private var due: ContinuousClock.Instant

    /// Creates the schedule of a sound that begins at a time.
    init(at now: ContinuousClock.Instant) { due = now }

    /// Returns the time from which on the sound may begin again, after a repetition of a length. One that was held has
    /// nothing to catch up.
    mutating func next(after length: Duration, at now: ContinuousClock.Instant) -> ContinuousClock.Instant {
        due = max(due + length * Self.minimumShare / 100, now)
        return due - Self.lead
    }
}
