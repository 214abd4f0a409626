import SaybusDispatch
import SaybusMessages
import SaybusPhrases

/// An interpreter of the ways to say yes and no in the language in use.
///
/// A sentence that begins with yes or no, and does not object to it, is understood as well: "yes, with all of them".
/// One that objects or corrects is no answer ("yes, don't", "no, make that two"). One that calls the question off
/// cancels it ("yes, forget it").
public struct ConfirmationInterpreter: VoiceRequestInterpreter {
    /// The patterns for yes.
    public nonisolated static var yes: [String] { Language.inUse.replies.yes }
    /// The patterns for no.
    public nonisolated static var no: [String] { Language.inUse.replies.no }

    private static let matcher = AnswerMatcher(patterns: [yes, no])

    /// The words of the question, which are no objection in the answer.
    private let question: String
    /// Whether a command after no is carried out in place of the answer.
    private let yieldsToCommands: Bool

    /// Creates an interpreter.
    public init() { self.init(question: "") }

    /// Creates an interpreter of the answers to a question: "yes, stop it" agrees to "Shall I stop it?"
    /// - Parameters:
    ///   - question: The words of the question.
    ///   - yieldsToCommands: Whether a command after no is carried out, so that the words are no answer.
    package init(question: String, yieldsToCommands: Bool = false) {
        (self.question, self.yieldsToCommands) = (question, yieldsToCommands)
    }

    /// Returns an interpreter of the answers to another question.
    func asked(_ question: String) -> ConfirmationInterpreter {
        ConfirmationInterpreter(question: question, yieldsToCommands: yieldsToCommands)
    }

    /// Returns an interpreter of the answers to the question when it has been repeated in other words, which the user
    /// has heard as well.
    func asked(againAs reprompt: String) -> ConfirmationInterpreter {
        question.contains(reprompt) ? self : asked("\(reprompt) \(question)")
    }

    /// Returns true for yes, false for no.
    public func interpret(_ result: SpeechRecognitionResult) -> Interpretation<Bool> {
        if let empty: Interpretation<Bool> = result.withoutWords() { return empty }
        if let index = Self.matcher.index(of: result.transcript) { return Interpretation(value: index == 0) }
        // An answer that begins with yes is not a no, even if one of the recognizer's alternatives is.
        switch AnswerText(result.transcript).agreement(to: question) {
        case .given(let values):
            // "No, turn off the light" is a command, which a no would lose. "No, that's all" answers a question that
            // gives way to no command, even if some command is said so.
            let isCommand = result.hypotheses.contains(where: \.isCommandAfterNo)
            return yieldsToCommands && values == [false] && isCommand
                ? result.unfitting() : Interpretation(value: values.first)
        case .rejected: return result.unfitting()
        case .calledOff: return result.unfitting(.calledOff)
        case .absent: break
        }
        // Nor is a command, which ends the question.
        if let surest = result.hypotheses.surest(), surest.type != SpeechIntent.Hypothesis.answerType {
            return result.unfitting()
        }
        guard let index = Self.matcher.index(of: result) else { return result.unfitting() }
        return Interpretation(value: index == 0)
    }
}
