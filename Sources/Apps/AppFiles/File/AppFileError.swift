/// All problems of an app file that make it unusable, in the order of the file.
public struct AppFileError: Error, Sendable, Equatable, CustomStringConvertible {
    /// Maximum number of listed problems.
    static let maximumCount = 20

    /// A problem of an app file.
    public struct Problem: Sendable, Equatable, CustomStringConvertible {
        /// The kind of a problem.
        public enum Code: String, Sendable, CaseIterable {
            /// The file cannot be read.
            case unreadable
            /// The file is not UTF-8 text.
            case notText = "not-text"
            /// The file, or its expansion of aliases, is too large.
            case tooLarge = "too-large"
            /// The file is not YAML.
            case syntax
            /// A key is unknown.
            case unknownKey = "unknown-key"
            /// A required key is missing.
            case missing
            /// A value has the wrong kind, such as a list in place of a text.
            case wrongKind = "wrong-kind"
            /// A value is not allowed.
            case badValue = "bad-value"
            /// A name or phrase is defined twice.
            case duplicate
            /// A pattern is invalid.
            case pattern
            /// A text with placeholders is invalid.
            case template
        }

        /// The kind of the problem.
        let code: Code
        /// The file's name as it was given.
        let file: String
        /// The line, from 1; nil for the whole file.
        public let line: Int?
        /// The column, from 1.
        let column: Int?
        /// The expected value, the actual value and the remedy.
        let reason: String

        /// Creates a problem.
        init(_ code: Code, file: String, line: Int? = nil, column: Int? = nil, _ reason: String) {
            self.code = code
            self.file = file
            self.line = line
            self.column = column
            self.reason = reason
        }

        /// The problem as `file:line:column: reason`.
        public var description: String {
            let place = line.map { line in ":\(line)" + (column.map { ":\($0)" } ?? "") } ?? ""
            return "\(file)\(place): \(reason)"
        }
    }

    /// The first ``maximumCount`` problems.
    public let problems: [Problem]
    /// Number of further problems.
    let more: Int

    /// Creates an error with its problems.
    init(_ problems: [Problem], more: Int = 0) { (self.problems, self.more) = (problems, more) }

    /// Whether the file is missing or not readable.
    var isUnreadable: Bool { problems.contains { $0.code == .unreadable } }

    /// One line for each problem.
    public var description: String {
        var lines = problems.map(\.description)
        if more > 0 { lines.append("and \(more) more") }
        return lines.joined(separator: "\n")
    }
}
