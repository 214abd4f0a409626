import SaybusMessages
import SaybusPhrases

/// A problem for which a pattern of a catalog is not used.
public struct PatternProblem: Error, Sendable, Equatable, CustomStringConvertible {
    /// The category of a problem.
    public enum Code: String, Sendable, CaseIterable {
        /// The text is not a pattern.
        case syntax
        /// The type of a parameter is neither built in nor defined by the catalog.
        case unknownType = "unknown-type"
        /// The type of a parameter has no value that can be said.
        case emptyType = "empty-type"
        /// A rule has no definition.
        case unknownRule = "unknown-rule"
        /// A rule uses itself.
        case recursion
        /// The pattern has more sentences than can be represented.
        case tooLarge = "too-large"
        /// A value or a range cannot be used. ``PatternProblem/pattern`` then holds the words of the value or the
        /// name of the type.
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

    /// The cause, for programs; ``sentence`` is for people.
    public let code: Code
    /// The name of the app that owns the pattern.
    public let app: String
    /// The type of the command that has the pattern.
    public let command: String
    /// The pattern as written.
    public let pattern: String
    /// A sentence that says what happened and what to do; at most 1000 Unicode scalars, and then an ellipsis.
    public let sentence: String

    /// Creates a problem, and shortens its sentence.
    public init(_ code: Code, app: String, command: String, pattern: String, sentence: String) {
        self.code = code
        self.app = app
        self.command = command
        self.pattern = pattern
        self.sentence = sentence.shortened(to: 1000)
    }

    /// `app/command "pattern": sentence`, with the first 200 Unicode scalars of each of the first three.
    public var description: String {
        let quoted = [app, command, pattern].map { $0.shortened(to: 200) }
        return "\(quoted[0])/\(quoted[1]) \"\(quoted[2])\": \(sentence)"
    }
}
