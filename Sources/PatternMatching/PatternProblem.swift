/// A pattern of a catalog that cannot be used, and is left out.
public struct PatternProblem: Error, Sendable, Equatable, CustomStringConvertible {
    /// What is wrong.
    public enum Code: String, Sendable, CaseIterable {
        /// It is no pattern.
        case syntax
        /// A parameter's type is neither `String` nor `Number` nor one of the catalog.
        case unknownType = "unknown-type"
        /// A parameter's type has no value that could be said.
        case emptyType = "empty-type"
    }

    /// What is wrong.
    public let code: Code
    /// Whose pattern it is.
    public let app: String
    /// The type of the command.
    public let command: String
    /// The pattern as written.
    public let pattern: String
    /// What happened and what to do.
    public let sentence: String

    /// A problem.
    public init(_ code: Code, app: String, command: String, pattern: String, sentence: String) {
        self.code = code
        self.app = app
        self.command = command
        self.pattern = pattern
        self.sentence = sentence
    }

    /// `app/command "pattern": sentence`
    public var description: String { "\(app)/\(command) \"\(pattern)\": \(sentence)" }
}
