import SaybusPhrases

/// A pattern of a catalog that cannot be used, and is left out.
public struct PatternProblem: Error, Sendable, Equatable, CustomStringConvertible {
    /// What is wrong.
    public enum Code: String, Sendable, CaseIterable {
        /// It is no pattern.
        case syntax
        /// A parameter's type is neither built in nor one of the catalog.
        case unknownType = "unknown-type"
        /// A parameter's type has no value that could be said.
        case emptyType = "empty-type"
        /// A rule that nothing defines.
        case unknownRule = "unknown-rule"
        /// A rule that uses itself.
        case recursion
        /// More ways to say it than can be kept.
        case tooLarge = "too-large"
        /// A value or a range that cannot be used; the pattern is the value's words or the type's name.
        case badValue = "bad-value"

        init(_ code: PhraseError.Code) {
            switch code {
            case .unknownRule: self = .unknownRule
            case .recursion: self = .recursion
            case .tooLarge: self = .tooLarge
            default: self = .syntax
            }
        }
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
