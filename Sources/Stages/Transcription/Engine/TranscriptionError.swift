import SaybusExternalEngines

/// An error of a speech recognizer: of its model, engine, server or program.
public struct TranscriptionError: Error, Sendable, CustomStringConvertible {
    /// The causes that callers distinguish.
    public enum Code: String, Sendable, CaseIterable {
        /// The model's files are missing.
        case modelMissing = "model-missing"
        /// The engine refused the model, the vocabulary or the sound.
        case engine
        /// A call was made outside a turn.
        case noTurn = "no-turn"
        /// The server or program cannot be reached, or has ended.
        case unreachable
        /// The server or program did not answer in time.
        case timeout
        /// The server or program sent something that cannot be parsed.
        case garbage
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

    init(_ failure: EngineFailure) {
        let code: Code =
            switch failure.code {
            case .unreachable: .unreachable
            case .timeout: .timeout
            case .garbage: .garbage
            case .refused: .engine
            }
        self.init(code, failure.reason)
    }

    /// The error of a call outside a turn.
    static let noTurn = TranscriptionError(.noTurn, "no turn is open: call begin() first")

    /// The sentence, followed by the underlying error.
    public var description: String { cause.map { "\(reason): \($0)" } ?? reason }
}
