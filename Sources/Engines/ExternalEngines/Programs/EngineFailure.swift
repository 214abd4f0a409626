/// A failure of an external engine.
public struct EngineFailure: Error, Sendable, Equatable, CustomStringConvertible {
    /// The kind of a failure.
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

    /// The kind of failure.
    public let code: Code
    /// A sentence that says what happened and what to do.
    public let reason: String

    /// Creates a failure with its sentence.
    public init(_ code: Code, _ reason: String) { (self.code, self.reason) = (code, reason) }

    /// The sentence.
    public var description: String { reason }
}
