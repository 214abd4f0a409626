import SaybusSupport

/// The result of one check of a stage.
public struct ConformanceResult: Sendable, Equatable, Codable {
    /// A verdict on a requirement.
    public enum Outcome: String, Sendable, Codable {
        /// The requirement is met.
        case passed
        /// The requirement is not met, for the reason in ``ConformanceResult/detail``.
        case failed
        /// The requirement does not apply to this stage, for the reason in ``ConformanceResult/detail``.
        case skipped
    }

    /// The requirement that was checked.
    public let check: ConformanceCheck
    /// The requirement in a few words, for people.
    public let title: String
    /// The verdict on the requirement.
    public let outcome: Outcome
    /// The duration of the check in milliseconds.
    public let milliseconds: Int
    /// The expectation and the actual result, or the reason why the check does not apply.
    public let detail: String?

    init(_ check: ConformanceCheck, _ outcome: Outcome, took: Duration, detail: String? = nil) {
        self.check = check
        title = check.title
        self.outcome = outcome
        milliseconds = Int(took.milliseconds)
        self.detail = detail
    }
}

/// A verdict that ends a check early.
enum Verdict: Error, Sendable {
    /// The requirement is not met. The text holds the expectation and the actual result.
    case failed(String)
    /// The check does not apply, for this reason.
    case skipped(String)
}
