/// Why a model file cannot be used.
public struct ModelFileError: Error, Sendable, Equatable, CustomStringConvertible {
    /// What is wrong.
    public enum Code: String, Sendable {
        /// It cannot be read or written.
        case unreadable
        /// It is no model.
        case foreign
        /// Another version of Saybus wrote it.
        case version
        /// It is not whole, or its content was changed.
        case damaged
    }

    /// What is wrong.
    public let code: Code
    /// What happened and what to do.
    public let reason: String

    /// An error.
    public init(_ code: Code, _ reason: String) { (self.code, self.reason) = (code, reason) }

    /// The sentence.
    public var description: String { reason }

    static let damaged = ModelFileError(
        .damaged, "the model is damaged or not whole: train it again with saybus-intent train")
}
