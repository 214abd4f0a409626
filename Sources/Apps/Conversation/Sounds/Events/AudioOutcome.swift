/// The way in which an event ended.
public enum AudioOutcome: Sendable, Equatable {
    /// The event was played to its end.
    case finished
    /// The event was stopped at this position.
    case interrupted(at: Duration)
    /// The event was not played, for this reason.
    case skipped(reason: String)

    /// Whether the event was played to its end.
    public var isFinished: Bool { self == .finished }

    /// Whether a part of the event was played.
    var hasSounded: Bool {
        if case .skipped = self { return false }
        return true
    }
}
