/// An error of libvosk or of its model.
public struct VoskError: Error, Sendable, CustomStringConvertible {
    /// The kind of an error.
    public enum Code: String, Sendable, CaseIterable {
        /// The library is not installed, or the file is another library.
        case libraryMissing = "library-missing"
        /// The model's files are missing.
        case modelMissing = "model-missing"
        /// The library refused the model, the grammar or the audio.
        case refused
    }

    /// The kind of error.
    public let code: Code
    /// A sentence that says what happened and what to do.
    public let reason: String

    /// Creates an error with its sentence.
    init(_ code: Code, _ reason: String) { (self.code, self.reason) = (code, reason) }

    /// The sentence.
    public var description: String { reason }
}
