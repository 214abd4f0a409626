/// Why an answer could not be heard.
public struct RecognitionError: Error, Sendable, Equatable, CustomStringConvertible {
    /// What went wrong.
    public enum Code: String, Sendable, CaseIterable {
        /// The recognizer failed.
        case failed
        /// The recognizers did not answer in time.
        case timeout
        /// The question could not be spoken.
        case prompt
        /// The interpreter threw an error.
        case interpreter
    }

    /// What went wrong.
    public let code: Code
    /// What happened, in a sentence.
    public let reason: String

    /// Creates an error.
    public init(_ code: Code, _ reason: String) { (self.code, self.reason) = (code, reason) }

    /// Whether the next try may well succeed.
    public var isTransient: Bool { code == .failed || code == .timeout }

    /// The sentence.
    public var description: String { reason }
}
