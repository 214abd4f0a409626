import SaybusPhrases
import SaybusSkills

/// A failure of a skill: a missing or invalid answer.
public struct SkillFailure: Error, Sendable, Equatable, CustomStringConvertible {
    /// The kind of a failure.
    public enum Code: String, Sendable, CaseIterable {
        /// The answer took too long.
        case timeout
        /// The skill cannot be reached, or its process has exited.
        case unreachable
        /// The skill reported a failure.
        case refused
        /// The answer has too many bytes.
        case tooLarge = "too-large"
        /// The answer is not a valid response, or requests something impossible.
        case badAnswer = "bad-answer"
    }

    /// The kind of the failure.
    public let code: Code
    /// A description of the failure.
    public let reason: String

    /// Creates a failure with a description.
    public init(_ code: Code, _ reason: String) { (self.code, self.reason) = (code, reason) }

    /// The description.
    public var description: String { reason }

    /// The error that the skill gets with the end of its session.
    var error: SessionEndedError {
        let kind: SessionEndedError.Kind =
            switch code {
            case .timeout: .endpointTimeout
            case .unreachable, .refused: .internalServiceError
            case .tooLarge, .badAnswer: .invalidResponse
            }
        return SessionEndedError(type: kind, message: reason)
    }

    /// Returns the apology to speak to the user.
    func words(_ skill: String) -> String {
        switch code {
        case .timeout: BuiltInSentence.skillSlow.text(["skill": skill])
        case .unreachable: BuiltInSentence.skillUnreachable.text(["skill": skill])
        case .refused: BuiltInSentence.skillFailed.text(["skill": skill])
        case .tooLarge, .badAnswer: BuiltInSentence.skillInvalid.text(["skill": skill])
        }
    }
}
