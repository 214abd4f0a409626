import SaybusMessages

/// An error for which a whole policy file is refused.
public struct PolicyError: Error, Sendable, Equatable, CustomStringConvertible {
    /// The causes that callers distinguish.
    public enum Code: String, Sendable {
        /// The file cannot be read.
        case unreadable
        /// Other users can write the file.
        case open
        /// The file is not YAML.
        case syntax
        /// A field is unknown, missing, or has the wrong shape.
        case field
        /// A key is not valid, or is given twice.
        case key
    }

    /// The cause, for programs; ``reason`` is for people.
    public let code: Code
    /// The path of the file.
    let file: String
    /// The line, from 1; nil when the error has none.
    public let line: Int?
    /// A sentence that says what is wrong and what to do.
    public let reason: String

    /// The most Unicode scalars of a sentence.
    private static let maximumReasonLength = 1000

    /// Creates an error with a sentence. It quotes the file, and is cut where it is too long.
    init(_ code: Code, file: String, line: Int? = nil, _ reason: String) {
        (self.code, self.file, self.line) = (code, file, line)
        self.reason = reason.shortened(to: Self.maximumReasonLength)
    }

    /// `file:line: reason`
    public var description: String { "\(file)\(line.map { ":\($0)" } ?? ""): \(reason)" }
}
