/// An error in a template or in filling it in.
public struct TemplateError: Error, Sendable, Equatable, CustomStringConvertible {
    /// The causes that callers distinguish.
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

    /// The cause, for programs; ``reason`` is for people.
    public let code: Code
    /// The problem and its remedy.
    public let reason: String

    /// Creates an error with a reason.
    init(_ code: Code, _ reason: String) { (self.code, self.reason) = (code, reason) }

    /// The same as ``reason``.
    public var description: String { reason }
}
