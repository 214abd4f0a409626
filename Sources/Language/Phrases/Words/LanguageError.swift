/// The reason that a file is not a valid language.
public struct LanguageError: Error, Sendable, Equatable, CustomStringConvertible {
    /// The category of an error, as far as callers distinguish.
    public enum Code: String, Sendable {
        /// The file is missing, unreadable, or too large.
        case unreadable
        /// The file is not JSON.
        case syntax
        /// Something is missing or has another shape.
        case incomplete
    }

    /// The category.
    public let code: Code
    /// A sentence that says what happened and what to do.
    public let reason: String

    init(_ code: Code, _ reason: String) { (self.code, self.reason) = (code, reason) }

    /// The sentence.
    public var description: String { reason }
}
