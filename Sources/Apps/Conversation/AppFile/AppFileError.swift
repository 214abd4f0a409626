/// Why an app's file cannot be used: everything that is wrong with it, in the order of the file.
public struct AppFileError: Error, Sendable, Equatable, CustomStringConvertible {
    /// The most problems that are listed.
    public static let maximumCount = 20

    /// One thing that is wrong.
    public struct Problem: Sendable, Equatable, CustomStringConvertible {
        /// What kind of thing.
        public enum Code: String, Sendable, CaseIterable {
            /// The file cannot be read.
            case unreadable
            /// The file is not text in UTF-8.
            case notText = "not-text"
            /// The file, or what its aliases stand for, is too large.
            case tooLarge = "too-large"
            /// It is not YAML.
            case syntax
            /// A key that means nothing here.
            case unknownKey = "unknown-key"
            /// A key that must be there and is not.
            case missing
            /// A list where a text should be, and the like.
            case wrongKind = "wrong-kind"
            /// A value that does not fit.
            case badValue = "bad-value"
            /// The same thing twice.
            case duplicate
            /// A pattern that cannot be used.
            case pattern
            /// A text with braces that cannot be used.
            case template
        }

        /// What kind of thing.
        public let code: Code
        /// The file's name as it was given.
        public let file: String
        /// The line, from 1; nil when the whole file is meant.
        public let line: Int?
        /// The character in the line, from 1.
        public let column: Int?
        /// What was expected, what was found, what to do.
        public let reason: String

        /// Creates a problem.
        public init(_ code: Code, file: String, line: Int? = nil, column: Int? = nil, _ reason: String) {
            self.code = code
            self.file = file
            self.line = line
            self.column = column
            self.reason = reason
        }

        /// `file:line:column: reason`
        public var description: String {
            let place = line.map { line in ":\(line)" + (column.map { ":\($0)" } ?? "") } ?? ""
            return "\(file)\(place): \(reason)"
        }
    }

    /// What is wrong; at most ``maximumCount``.
    public let problems: [Problem]
    /// How many more there are.
    public let more: Int

    /// Creates an error with its problems.
    public init(_ problems: [Problem], more: Int = 0) { (self.problems, self.more) = (problems, more) }

    /// Whether there is no such file, or it may not be read.
    public var isUnreadable: Bool { problems.contains { $0.code == .unreadable } }

    /// One line for each problem.
    public var description: String {
        var lines = problems.map(\.description)
        if more > 0 { lines.append("and \(more) more") }
        return lines.joined(separator: "\n")
    }
}
