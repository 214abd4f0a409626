/// The position in a stream, which stands still while speech has paused the stream. Pure.
struct StreamPosition {
    /// The position at the last report.
    private var reported: Duration
    /// The time of that report; nil while the stream is paused.
    private var since: ContinuousClock.Instant?

    /// Creates the position of a stream that sounds from now on.
    init(_ start: Duration, now: ContinuousClock.Instant = .now) { (reported, since) = (start, now) }

    /// Whether the stream is paused.
    var isPaused: Bool { since == nil }

    /// Returns the position at a time.
    func position(at now: ContinuousClock.Instant = .now) -> Duration { reported + (since.map { now - $0 } ?? .zero) }

    /// Applies a pause.
    /// - Parameter position: The position that the audio stage reports; nil when it reports none.
    mutating func pause(at position: Duration?, now: ContinuousClock.Instant = .now) {
        (reported, since) = (position ?? self.position(at: now), nil)
    }

    /// Applies the end of a pause.
    mutating func resume(now: ContinuousClock.Instant = .now) { since = since ?? now }
}
