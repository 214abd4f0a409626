import SaybusExternalEngines

/// Why a recognizer cannot work.
public struct TranscriptionError: Error, Sendable, CustomStringConvertible {
    /// What is wrong.
    public enum Code: String, Sendable, CaseIterable {
        /// The model's files are not there.
        case modelMissing = "model-missing"
        /// The engine's library is not there, or is another one.
        case libraryMissing = "library-missing"
        /// The engine refused the model, the vocabulary or the sound.
        case engine
        /// A call outside its turn.
        case noTurn = "no-turn"
        /// The server or program cannot be reached, or has ended.
        case unreachable
        /// The server or program did not answer in time.
        case timeout
        /// What the server or program says cannot be read.
        case garbage
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

    /// A call that came outside a turn.
    static let noTurn = TranscriptionError(.noTurn, "no turn is open: call begin() first")

    /// The sentence, and the cause's.
    public var description: String { cause.map { "\(reason): \($0)" } ?? reason }
}
