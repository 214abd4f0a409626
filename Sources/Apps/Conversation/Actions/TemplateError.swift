/// Why a template cannot be used.
public struct TemplateError: Error, Sendable, Equatable, CustomStringConvertible {
    /// What is wrong.
    public enum Code: String, Sendable, CaseIterable {
        /// A `{` that no `}` closes.
        case unclosed
        /// A `}` that closes nothing.
        case unopened
        /// What stands in braces is no name.
        case badName = "bad-name"
        /// More than ``Template/maximumLength`` characters.
        case tooLong = "too-long"
        /// There is no value of a name.
        case missingValue = "missing-value"
        /// A value cannot stand in its place.
        case badValue = "bad-value"
    }

    /// What is wrong.
    public let code: Code
    /// What happened and what to do.
    public let reason: String

    /// Creates an error with a sentence.
    public init(_ code: Code, _ reason: String) { (self.code, self.reason) = (code, reason) }

    /// The sentence.
    public var description: String { reason }
}
