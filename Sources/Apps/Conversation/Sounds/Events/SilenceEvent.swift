import SaybusMessages

/// Nothing, for a time; the track is taken meanwhile.
public struct SilenceEvent: AudibleEvent, Equatable {
    /// How long.
    public let duration: Duration

    /// Creates a silence.
    public init(duration: Duration) { self.duration = duration }

    /// Creates a silence of so many seconds.
    public init(seconds: Double) { duration = .seconds(seconds.isFinite ? max(0, min(seconds, 86_400)) : 0) }

    /// Silence on the wire; none when there is no time to be silent.
    public var operations: [AudioEvent] {
        let milliseconds = duration.milliseconds
        return milliseconds > 0 ? [.silence(durationMs: milliseconds)] : []
    }
}
