import SaybusSupport

/// The reason that a language file cannot be used.
public struct LanguageError: ConfigurationError, Sendable, Equatable {
    /// The causes that callers distinguish.
    public enum Code: String, Sendable {
        /// The file is missing, unreadable, or too large.
        case unreadable
        /// The file is not JSON, or has a pattern that cannot be used.
        case syntax
        /// A part is missing or has another shape.
        case incomplete
    }

    /// The cause, for programs; ``reason`` is for people.
    public let code: Code
    /// A sentence that says what happened and what to do.
    public let reason: String

    init(_ code: Code, _ reason: String) { (self.code, self.reason) = (code, reason) }

    /// The same as ``reason``.
    public var description: String { reason }
}
