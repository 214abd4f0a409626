/// Why words were not spoken.
public struct SynthesisError: Error, Sendable, CustomStringConvertible {
    /// What was wrong.
    public enum Code: String, Sendable, CaseIterable {
        /// The engine or its data is not installed, or it does not start.
        case unavailable
        /// No voice has the name or speaks the language.
        case unknownVoice = "unknown-voice"
        /// A rate, pitch or volume is outside its range.
        case outOfRange = "out-of-range"
        /// SSML that cannot be read.
        case badMarkup = "bad-markup"
        /// The engine gave up on a text.
        case failed
    }

    /// What was wrong.
    public let code: Code
    /// What happened and what to do, in a sentence.
    public let reason: String
    /// The error below, when there is one.
    public let cause: (any Error)?

    /// An error with a sentence.
    public init(_ code: Code, _ reason: String, cause: (any Error)? = nil) {
        (self.code, self.reason, self.cause) = (code, reason, cause)
    }

    /// The sentence, and the cause in parentheses.
    public var description: String { cause.map { "\(reason) (\($0))" } ?? reason }
}
