/// A failure of an external engine.
public struct EngineFailure: Error, Sendable, Equatable, CustomStringConvertible {
    /// The causes that callers distinguish.
    public enum Code: String, Sendable {
        /// The engine cannot be reached, or has ended.
        case unreachable
        /// The engine did not answer in time.
        case timeout
        /// The engine's answer cannot be parsed.
        case garbage
        /// The engine reported an error.
        case refused
    }

    /// The cause, for programs; ``reason`` is for people.
    public let code: Code
    /// A sentence that says what happened and what to do.
    public let reason: String

    /// Creates a failure with its sentence.
    public init(_ code: Code, _ reason: String) { (self.code, self.reason) = (code, reason) }

    /// The same as ``reason``.
    public var description: String { reason }
}
