/// An error of pocketsphinx or of its model.
public struct SphinxError: Error, Sendable, CustomStringConvertible {
    /// The causes that callers distinguish.
    public enum Code: String, Sendable, CaseIterable {
        /// The model's files are missing.
        case modelMissing = "model-missing"
        /// A word of the phrase cannot be pronounced.
        case pronunciation
        /// The phrase has too few syllables.
        case tooShort = "too-short"
        /// The library refused the model, the grammar, the phrase or the audio.
        case refused
    }

    /// The cause, for programs; ``reason`` is for people.
    public let code: Code
    /// A sentence that says what happened and what to do.
    public let reason: String

    /// Creates an error with its sentence.
    init(_ code: Code, _ reason: String) { (self.code, self.reason) = (code, reason) }

    /// The same as ``reason``.
    public var description: String { reason }
}
