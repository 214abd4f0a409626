/// Why a recognizer cannot work.
public struct TranscriptionError: Error, Sendable, CustomStringConvertible {
    /// What is wrong.
    public enum Code: String, Sendable, CaseIterable {
        /// The model's files are not there.
        case modelMissing = "model-missing"
        /// The engine refused the model or the vocabulary.
        case engine
        /// A call outside its turn.
        case noTurn = "no-turn"
    }

    /// What is wrong.
    public let code: Code
    /// What happened and what to do.
    public let reason: String
    /// What it came from.
    public let cause: (any Error)?

    /// An error with a sentence.
    public init(_ code: Code, _ reason: String, cause: (any Error)? = nil) {
        (self.code, self.reason, self.cause) = (code, reason, cause)
    }

    /// The sentence, and the cause's.
    public var description: String { cause.map { "\(reason): \($0)" } ?? reason }
}
