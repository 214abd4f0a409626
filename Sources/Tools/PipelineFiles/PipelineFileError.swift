import SaybusSupport

/// An error in a pipeline's file.
public struct PipelineFileError: Error, Sendable, Equatable {
    /// The kinds of errors.
    public enum Code: String, Sendable {
        /// The file cannot be read.
        case unreadable
        /// The text is no YAML.
        case syntax
        /// A field is unknown, missing or has a wrong value.
        case field
    }

    /// The cause, for programs; ``reason`` is for people.
    public let code: Code
    /// The file's path.
    public let file: String
    /// The number of the line, from 1; nil for an error of the whole file.
    public let line: Int?
    /// The reason, and what to do.
    public let reason: String

    init(_ code: Code, file: String, line: Int? = nil, _ reason: String) {
        (self.code, self.file, self.line, self.reason) = (code, file, line, reason)
    }
}

extension PipelineFileError: ConfigurationError {
    /// `file:line: reason`
    public var description: String { "\(file)\(line.map { ":\($0)" } ?? ""): \(reason)" }
}
