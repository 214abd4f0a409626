/// Why a handler did not do what it should.
public struct HandlerFailure: Error, Sendable, Equatable, CustomStringConvertible {
    /// What went wrong.
    public enum Code: String, Sendable, CaseIterable {
        /// It threw an error.
        case threw
        /// It took longer than it may.
        case timedOut = "timed-out"
        /// It was cancelled.
        case cancelled
    }

    /// What went wrong.
    public let code: Code
    /// What happened, in a sentence.
    public let reason: String

    /// A failure.
    public init(_ code: Code, _ reason: String) { (self.code, self.reason) = (code, reason) }

    /// The sentence.
    public var description: String { reason }
}
