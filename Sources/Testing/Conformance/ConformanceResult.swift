/// How a check came out.
public struct ConformanceResult: Sendable, Equatable, Codable {
    /// The ways to come out.
    public enum Outcome: String, Sendable, Codable {
        /// It holds.
        case passed
        /// It does not, for ``ConformanceResult/detail``.
        case failed
        /// It does not apply to this stage, for ``ConformanceResult/detail``.
        case skipped
    }

    /// Which check.
    public let check: ConformanceCheck
    /// What must hold.
    public let title: String
    /// How it came out.
    public let outcome: Outcome
    /// How long it took.
    public let milliseconds: Int
    /// What was expected and what happened instead, or why it does not apply.
    public let detail: String?

    init(_ check: ConformanceCheck, _ outcome: Outcome, took: Duration, detail: String? = nil) {
        self.check = check
        title = check.title
        self.outcome = outcome
        milliseconds =
            Int(took.components.seconds) * 1000 + Int(took.components.attoseconds / 1_000_000_000_000_000)
        self.detail = detail
    }
}

/// Why a check ends early.
enum Verdict: Error, Sendable {
    /// It does not hold: what was expected, and what happened instead.
    case failed(String)
    /// It does not apply.
    case skipped(String)
}
