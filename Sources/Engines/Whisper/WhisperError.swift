/// An error of libwhisper or of its model.
public struct WhisperError: Error, Sendable, CustomStringConvertible {
    /// The causes that callers distinguish.
    public enum Code: String, Sendable, CaseIterable {
        /// The library is not installed, or the file is another library.
        case libraryMissing = "library-missing"
        /// The library has a version whose interface is not known.
        case libraryVersion = "library-version"
        /// No model is installed or named.
        case modelMissing = "model-missing"
        /// The model's file is cut short, of another kind or of another format.
        case modelUnusable = "model-unusable"
        /// The model does not know the language.
        case language
        /// There is too little memory for the model.
        case memory
        /// The library refused the model or the sound.
        case refused
        /// The transcription was cancelled.
        case cancelled
        /// The transcription took too long.
        case timeout
    }

    /// The cause, for programs; ``reason`` is for people.
    public let code: Code
    /// A sentence that says what happened and what to do.
    public let reason: String

    /// Creates an error with its sentence.
    public init(_ code: Code, _ reason: String) { (self.code, self.reason) = (code, reason) }

    /// Whether the configuration is wrong, rather than something is missing.
    public var isConfiguration: Bool { [.libraryVersion, .modelUnusable, .language].contains(code) }

    /// The same as ``reason``.
    public var description: String { reason }
}
