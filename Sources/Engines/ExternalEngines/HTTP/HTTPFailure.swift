/// Why a web server did not give what it was asked for.
public struct HTTPFailure: Error, Sendable, Equatable, CustomStringConvertible {
    /// What happened.
    public enum Code: String, Sendable, CaseIterable {
        /// The address cannot be used.
        case badAddress = "bad-address"
        /// The server cannot be reached.
        case unreachable
        /// The answer did not come in time.
        case timeout
        /// The server says that it failed, or that something else did.
        case status
        /// It sends elsewhere, and again, or to a place that is less safe.
        case redirected
        /// The answer has too many bytes.
        case tooLarge = "too-large"
        /// The answer is not what was expected.
        case badAnswer = "bad-answer"
    }

    /// What happened.
    public let code: Code
    /// What happened and what to do, in a sentence.
    public let reason: String

    /// A failure with a sentence.
    public init(_ code: Code, _ reason: String) { (self.code, self.reason) = (code, reason) }

    /// The sentence.
    public var description: String { reason }
}
