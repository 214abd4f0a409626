/// A kind of fault that a campaign injects.
public enum ChaosFault: String, Sendable, CaseIterable {
    /// A program is killed.
    case kill
    /// A program is stopped by SIGSTOP, for up to five seconds.
    case freeze
    /// The broker is killed while messages wait for a frozen stage.
    case backlog
    /// The disk of the dispatchers' journals is full for two seconds. No program is killed during that time, because a
    /// successor could not learn from the journal what was carried out.
    case disk
    /// The wall clock of a program's machine jumps by up to an hour. Those of two programs then differ by at most an
    /// hour, the largest difference that the bus corrects.
    case clock
}
