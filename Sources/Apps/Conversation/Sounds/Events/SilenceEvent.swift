import SaybusDispatch
import SaybusMessages

/// A pause that occupies the track.
public struct SilenceEvent: AudibleEvent, Equatable {
    /// The duration of the pause; zero or less makes none.
    public let duration: Duration

    /// Creates a pause.
    public init(duration: Duration) { self.duration = duration }

    /// Creates a pause in seconds.
    public init(seconds: Double) { duration = .seconds(seconds.isFinite ? max(0, min(seconds, 86_400)) : 0) }

    /// The pause as an operation; none for a duration of zero.
    public var operations: [AudioEvent] {
        let milliseconds = duration.boundedMilliseconds
        return milliseconds > 0 ? [.silence(durationMs: milliseconds)] : []
    }
}
