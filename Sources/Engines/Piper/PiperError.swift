/// An error of a voice of Piper.
public struct PiperError: Error, Sendable, CustomStringConvertible {
    /// The causes that callers distinguish.
    public enum Code: String, Sendable, CaseIterable {
        /// The voice's files are not there.
        case voiceMissing = "voice-missing"
        /// The voice's files are cut short, or of another kind.
        case voiceUnusable = "voice-unusable"
        /// There is too little memory for the voice.
        case memory
        /// The voice failed on a text.
        case failed
        /// The synthesis was stopped.
        case stopped
    }

    /// The cause, for programs; ``reason`` is for people.
    public let code: Code
    /// A sentence that says what happened and what to do.
    public let reason: String

    /// Creates an error with its sentence.
    public init(_ code: Code, _ reason: String) { (self.code, self.reason) = (code, reason) }

    /// The same as ``reason``.
    public var description: String { reason }
}
