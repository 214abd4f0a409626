/// The reason that a model file, or a part of it, cannot be used.
public struct InteractionModelError: Error, Sendable, Equatable, CustomStringConvertible {
    /// The causes that callers distinguish.
    public enum Code: String, Sendable, CaseIterable {
        /// The file does not exist or cannot be read.
        case unreadable
        /// The file is not valid JSON or YAML.
        case syntax
        /// The file is not a model: it has no intents.
        case noModel = "no-model"
        /// A part has an unexpected shape.
        case shape
        /// A part is valid, but has no use here.
        case unused
        /// A sample, a rule or a value cannot be read as a pattern.
        case pattern
    }

    /// The cause, for programs; ``sentence`` is for people.
    public let code: Code
    /// The path as given by the caller.
    public let file: String
    /// The line, from 1; nil for errors of the whole file.
    public let line: Int?
    /// A sentence that says what happened and what to do.
    public let sentence: String

    init(_ code: Code, file: String, line: Int? = nil, _ sentence: String) {
        (self.code, self.file, self.line, self.sentence) = (code, file, line, sentence)
    }

    /// `file:line: sentence`
    public var description: String { file + (line.map { ":\($0)" } ?? "") + ": " + sentence }
}
