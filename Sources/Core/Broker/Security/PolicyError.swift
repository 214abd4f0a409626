/// Why a policy file is refused, whole.
public struct PolicyError: Error, Sendable, Equatable, CustomStringConvertible {
    /// The cause, as far as callers tell causes apart.
    public enum Code: String, Sendable {
        /// The file cannot be read.
        case unreadable
        /// Others may write it.
        case open
        /// It is no YAML.
        case syntax
        /// A field is unknown, missing, or has the wrong shape.
        case field
        /// A key is no key, or is given twice.
        case key
    }

    /// The cause.
    public let code: Code
    /// The file.
    public let file: String
    /// From 1; nil where no line is to blame.
    public let line: Int?
    /// What is wrong and what to do.
    public let reason: String

    /// An error with a sentence.
    public init(_ code: Code, file: String, line: Int? = nil, _ reason: String) {
        (self.code, self.file, self.line, self.reason) = (code, file, line, reason)
    }

    /// `file:line: reason`
    public var description: String { "\(file)\(line.map { ":\($0)" } ?? ""): \(reason)" }
}
