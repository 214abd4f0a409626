/// Why a file with a model cannot be read, or what of it cannot be used.
public struct ModelError: Error, Sendable, Equatable, CustomStringConvertible {
    /// What is wrong.
    public enum Code: String, Sendable, CaseIterable {
        /// There is no such file, or it may not be read.
        case unreadable
        /// It is not the JSON or YAML that it should be.
        case syntax
        /// It is no model: it has no intents.
        case noModel = "no-model"
        /// A part has not the shape that it should have.
        case shape
        /// A part is well but has no use here.
        case unused
        /// A sample, a rule or a value that cannot be a pattern.
        case pattern
    }

    /// What is wrong.
    public let code: Code
    /// The file as it was named.
    public let file: String
    /// The line, from 1; nil when it is about the whole file.
    public let line: Int?
    /// What happened and what to do.
    public let sentence: String

    /// An error with a sentence.
    public init(_ code: Code, file: String, line: Int? = nil, _ sentence: String) {
        (self.code, self.file, self.line, self.sentence) = (code, file, line, sentence)
    }

    /// `file:line: sentence`
    public var description: String { file + (line.map { ":\($0)" } ?? "") + ": " + sentence }
}
