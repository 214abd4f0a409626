/// An error of TensorFlow Lite or of a wake word model.
public struct MicroWakeWordError: Error, Sendable, CustomStringConvertible {
    /// The causes that callers distinguish.
    public enum Code: String, Sendable, CaseIterable {
        /// The library is not installed, or the file is another library.
        case libraryMissing = "library-missing"
        /// The library has a version whose interface is not known.
        case libraryVersion = "library-version"
        /// No model for the phrase is installed, or a named file is missing.
        case modelMissing = "model-missing"
        /// The model's files are cut short, of another kind or of another format.
        case modelUnusable = "model-unusable"
        /// The library failed while it ran the model.
        case refused
    }

    /// The cause, for programs; ``reason`` is for people.
    public let code: Code
    /// A sentence that says what happened and what to do.
    public let reason: String

    /// Creates an error with its sentence.
    init(_ code: Code, _ reason: String) { (self.code, self.reason) = (code, reason) }

    /// Whether the configuration is wrong, rather than something is missing.
    public var isConfiguration: Bool { [.libraryVersion, .modelUnusable].contains(code) }

    /// The same as ``reason``.
    public var description: String { reason }
}
