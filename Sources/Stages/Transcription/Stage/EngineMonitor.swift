/// The schedule of health checks of a remote engine, and the changes to report. Pure.
struct EngineMonitor: Sendable {
    /// The intervals between checks: after a failure `first`, doubled up to `last`; `healthy` after a success.
    static let intervals = (first: Duration.seconds(1), last: Duration.seconds(8), healthy: Duration.seconds(10))

    /// A change of the engine's health.
    enum Change: Sendable, Equatable {
        /// The engine does not answer, for the given reason.
        case lost(String)
        /// The engine answers again.
        case recovered
    }

    /// The time until the next check.
    private(set) var interval = Self.intervals.first
    private var problem: String?

    /// Records the result of a check.
    /// - Parameter failure: The reason why the engine did not answer; nil when it did.
    /// - Returns: The change to report; nil when nothing has changed.
    mutating func record(_ failure: String?) -> Change? {
        defer { problem = failure }
        guard let failure else {
            interval = Self.intervals.healthy
            return problem == nil ? nil : .recovered
        }
        interval = problem == nil ? Self.intervals.first : min(interval * 2, Self.intervals.last)
        return failure == problem ? nil : .lost(failure)
    }
}
