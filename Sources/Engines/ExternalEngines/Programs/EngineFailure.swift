/// Why somebody else's engine gave no answer that can be used.
public struct EngineFailure: Error, Sendable, Equatable, CustomStringConvertible {
    /// What is wrong.
    public enum Code: String, Sendable {
        /// It cannot be reached, or has ended.
        case unreachable
        /// It did not answer in time.
        case timeout
        /// Its answer cannot be read.
        case garbage
        /// It says itself that it failed.
        case refused
    }

    /// What is wrong.
    public let code: Code
    /// What happened and what to do.
    public let reason: String

    /// A failure.
    public init(_ code: Code, _ reason: String) { (self.code, self.reason) = (code, reason) }

    /// The sentence.
    public var description: String { reason }
}
