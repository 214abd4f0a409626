/// A failure of an HTTP request.
public struct HTTPFailure: Error, Sendable, Equatable, CustomStringConvertible {
    /// The causes that callers distinguish.
    public enum Code: String, Sendable, CaseIterable {
        /// The URL cannot be used.
        case badAddress = "bad-address"
        /// The server cannot be reached.
        case unreachable
        /// The response did not arrive in time.
        case timeout
        /// The response has an error status.
        case status
        /// There were too many redirections, one from https to http, or one that would take the body to another server.
        case redirected
        /// The response has too many bytes.
        case tooLarge = "too-large"
        /// The response is not as expected.
        case badAnswer = "bad-answer"
        /// The file of a download cannot be written.
        case notWritten = "not-written"
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
