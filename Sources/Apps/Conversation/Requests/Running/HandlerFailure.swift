/// A failure of an app's own code, as its turn reports it.
public struct HandlerFailure: Error, Sendable, Equatable, CustomStringConvertible {
    /// The ways in which app code fails.
    public enum Code: String, Sendable, CaseIterable {
        /// The code threw an error.
        case threw
        /// The handler exceeded its time limit.
        case timedOut = "timed-out"
        /// The code was cancelled.
        case cancelled
    }

    /// The way in which the app's code failed.
    public let code: Code
    /// The reason, in a sentence.
    public let reason: String

    /// Creates a failure with a reason.
    public init(_ code: Code, _ reason: String) { (self.code, self.reason) = (code, reason) }

    /// The same as ``reason``.
    public var description: String { reason }
}
