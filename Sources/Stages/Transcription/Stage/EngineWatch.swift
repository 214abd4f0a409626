/// Decides when an engine elsewhere is looked for, and what is told of it. Pure.
struct EngineWatch: Sendable {
    /// Pauses while it does not answer: the first one, doubled each time up to the last one; and while it does.
    static let pauses = (first: Duration.seconds(1), last: Duration.seconds(8), healthy: Duration.seconds(10))

    /// What is to be told.
    enum News: Sendable, Equatable {
        /// It does not answer, for this reason.
        case lost(String)
        /// It answers again.
        case back
    }

    /// How long to wait before the next look.
    private(set) var pause = Self.pauses.first
    private var problem: String?

    /// Takes note of a look.
    /// - Parameter failure: Why it does not answer; nil when it does.
    /// - Returns: What is to be told; nil when nothing has changed.
    mutating func note(_ failure: String?) -> News? {
        defer { problem = failure }
        guard let failure else {
            pause = Self.pauses.healthy
            return problem == nil ? nil : .back
        }
        pause = problem == nil ? Self.pauses.first : min(pause * 2, Self.pauses.last)
        return failure == problem ? nil : .lost(failure)
    }
}
