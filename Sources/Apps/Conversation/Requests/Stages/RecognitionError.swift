/// A failure to recognize an answer.
public struct RecognitionError: Error, Sendable, Equatable, CustomStringConvertible {
    /// The step at which the recognition of an answer failed.
    public enum Code: String, Sendable, CaseIterable {
        /// The recognizer failed, and a retry may succeed.
        case failed
        /// The recognizers did not answer in time.
        case timeout
        /// The question could not be spoken.
        case prompt
        /// The interpreter threw an error.
        case interpreter
    }

    /// The step that failed.
    public let code: Code
    /// A sentence on the failure.
    public let reason: String

    /// Creates a failure with a description.
    public init(_ code: Code, _ reason: String) { (self.code, self.reason) = (code, reason) }

    /// Whether a retry is likely to succeed.
    public var isTransient: Bool { code == .failed || code == .timeout }

    /// The same as ``reason``.
    public var description: String { reason }
}
