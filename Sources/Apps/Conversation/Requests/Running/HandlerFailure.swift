/// A failure of an app's handler.
public struct HandlerFailure: Error, Sendable, Equatable, CustomStringConvertible {
    /// The kind of a failure.
    public enum Code: String, Sendable, CaseIterable {
        /// The handler threw an error.
        case threw
        /// The handler exceeded its time limit.
        case timedOut = "timed-out"
        /// The handler was cancelled.
        case cancelled
    }

    /// The kind of the failure.
    public let code: Code
    /// The reason, in a sentence.
    public let reason: String

    /// Creates a failure with a reason.
    public init(_ code: Code, _ reason: String) { (self.code, self.reason) = (code, reason) }

    /// The reason.
    public var description: String { reason }
}
