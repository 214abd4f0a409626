/// The reason that a model file cannot be used.
public struct ModelFileError: Error, Sendable, Equatable, CustomStringConvertible {
    /// The causes that callers distinguish.
    public enum Code: String, Sendable {
        /// The file cannot be read or written.
        case unreadable
        /// The file is of another format, such as JSON.
        case foreign
        /// The model was written by another version of Saybus.
        case version
        /// The file is incomplete, or its content was changed.
        case damaged
    }

    /// The cause, for programs; ``reason`` is for people.
    public let code: Code
    /// A sentence that says what happened and what to do.
    public let reason: String

    /// Creates an error with a sentence for people.
    public init(_ code: Code, _ reason: String) { (self.code, self.reason) = (code, reason) }

    /// The same as ``reason``.
    public var description: String { reason }

    static let damaged = ModelFileError(
        .damaged, "the model is damaged or not whole: train it again with saybus-intent train")
}
