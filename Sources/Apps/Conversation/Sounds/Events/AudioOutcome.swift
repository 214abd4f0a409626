/// How an event ended.
public enum AudioOutcome: Sendable, Equatable {
    /// Heard to its end.
    case finished
    /// Stopped after this much of it had sounded.
    case interrupted(at: Duration)
    /// Not heard, for this reason.
    case skipped(reason: String)

    /// Whether it was heard to its end.
    public var isFinished: Bool { self == .finished }
}
