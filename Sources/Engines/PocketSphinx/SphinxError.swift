/// Why pocketsphinx cannot be used.
public struct SphinxError: Error, Sendable, CustomStringConvertible {
    /// What is wrong.
    public enum Code: String, Sendable, CaseIterable {
        /// The model's files are not there.
        case modelMissing = "model-missing"
        /// A word of the phrase cannot be said.
        case pronunciation
        /// The phrase has too few syllables.
        case tooShort = "too-short"
        /// The library refused the model, the phrase or the sound.
        case refused
    }

    /// What is wrong.
    public let code: Code
    /// What happened and what to do.
    public let reason: String

    /// An error with a sentence.
    public init(_ code: Code, _ reason: String) { (self.code, self.reason) = (code, reason) }

    /// The sentence.
    public var description: String { reason }
}
