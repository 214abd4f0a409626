import SaybusSupport

/// Why a file is no language.
public struct LanguageError: ConfigurationError, Sendable, Equatable {
    /// The cause, as far as callers tell causes apart.
    public enum Code: String, Sendable {
        /// It is not there, cannot be read, or is too large.
        case unreadable
        /// It is no JSON.
        case syntax
        /// Something is missing, or of another shape.
        case incomplete
    }

    /// The cause.
    public let code: Code
    /// What happened and what to do.
    public let reason: String

    init(_ code: Code, _ reason: String) { (self.code, self.reason) = (code, reason) }

    /// The sentence.
    public var description: String { reason }
}
