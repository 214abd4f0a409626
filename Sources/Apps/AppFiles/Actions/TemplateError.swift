/// An error in a template or in filling it in.
public struct TemplateError: Error, Sendable, Equatable, CustomStringConvertible {
    /// The kind of an error.
    public enum Code: String, Sendable, CaseIterable {
        /// A `{` is never closed.
        case unclosed
        /// A `}` closes nothing.
        case unopened
        /// The text in braces is not a name.
        case badName = "bad-name"
        /// The template has more than ``Template/maximumLength`` characters.
        case tooLong = "too-long"
        /// A required value is missing.
        case missingValue = "missing-value"
        /// A value is not allowed in its place.
        case badValue = "bad-value"
    }

    /// The kind of the error.
    public let code: Code
    /// The problem and its remedy.
    public let reason: String

    /// Creates an error with a reason.
    init(_ code: Code, _ reason: String) { (self.code, self.reason) = (code, reason) }

    /// The reason.
    public var description: String { reason }
}
