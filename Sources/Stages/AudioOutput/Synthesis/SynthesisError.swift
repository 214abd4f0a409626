/// An error of a synthesizer: of its engine, its voices or a text.
public struct SynthesisError: Error, Sendable, CustomStringConvertible {
    /// The causes that callers distinguish.
    public enum Code: String, Sendable, CaseIterable {
        /// The engine or its data is not installed, or the engine does not start.
        case unavailable
        /// No voice has the name or speaks the language.
        case unknownVoice = "unknown-voice"
        /// A rate, pitch or volume is outside its range.
        case outOfRange = "out-of-range"
        /// The SSML cannot be parsed.
        case badMarkup = "bad-markup"
        /// The engine failed on a text.
        case failed
    }

    /// The kind of error, for programs; ``reason`` is for people.
    public let code: Code
    /// A sentence about what happened and what to do.
    public let reason: String
    /// The underlying error.
    let cause: (any Error)?

    /// Creates an error with a sentence.
    public init(_ code: Code, _ reason: String, cause: (any Error)? = nil) {
        (self.code, self.reason, self.cause) = (code, reason, cause)
    }

    /// The sentence, followed by the underlying error in parentheses.
    public var description: String { cause.map { "\(reason) (\($0))" } ?? reason }
}
