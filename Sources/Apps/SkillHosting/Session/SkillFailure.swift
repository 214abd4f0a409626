import SaybusSkills

/// Why a skill did not answer, or what is wrong with its answer.
public struct SkillFailure: Error, Sendable, Equatable, CustomStringConvertible {
    /// What happened.
    public enum Code: String, Sendable, CaseIterable {
        /// It took too long.
        case timeout
        /// It cannot be reached, or ended.
        case unreachable
        /// It says that it failed.
        case refused
        /// Its answer has too many bytes.
        case tooLarge = "too-large"
        /// Its answer is no answer of a skill, or wants what makes no sense.
        case badAnswer = "bad-answer"
    }

    /// What happened.
    public let code: Code
    /// What happened, in a sentence.
    public let reason: String

    /// Creates a failure with a sentence.
    public init(_ code: Code, _ reason: String) { (self.code, self.reason) = (code, reason) }

    /// The sentence.
    public var description: String { reason }

    /// What the skill is told when its session ends for this.
    var error: SessionEndedError {
        let kind: SessionEndedError.Kind =
            switch code {
            case .timeout: .endpointTimeout
            case .unreachable, .refused: .internalServiceError
            case .tooLarge, .badAnswer: .invalidResponse
            }
        return SessionEndedError(type: kind, message: reason)
    }

    /// What the user hears.
    func words(_ skill: String) -> String {
        switch code {
        case .timeout: "Sorry, \(skill) takes too long to answer."
        case .unreachable: "Sorry, \(skill) cannot be reached."
        case .refused: "Sorry, something went wrong in \(skill)."
        case .tooLarge, .badAnswer: "Sorry, I do not understand the answer of \(skill)."
        }
    }
}
