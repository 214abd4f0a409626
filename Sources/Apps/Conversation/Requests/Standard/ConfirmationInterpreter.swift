import SaybusDispatch
import SaybusMessages
import SaybusPhrases

/// An interpreter of the ways to say yes and no in the language in use.
///
/// A sentence that begins with yes or no, and does not object to it, is understood as well: "yes, with all of them".
public struct ConfirmationInterpreter: VoiceRequestInterpreter {
    /// The patterns for yes.
    public nonisolated static var yes: [String] { Language.inUse.replies.yes }
    /// The patterns for no.
    public nonisolated static var no: [String] { Language.inUse.replies.no }

    private static let matcher = AnswerMatcher(patterns: [yes, no])

    /// Creates an interpreter.
    public init() {}

    /// Returns true for yes, false for no.
    public func interpret(_ result: SpeechRecognitionResult) -> Interpretation<Bool> {
        if let empty: Interpretation<Bool> = result.withoutWords() { return empty }
        if let index = Self.matcher.index(of: result.transcript) { return Interpretation(value: index == 0) }
        // An answer that begins with yes is not a no, even if one of the recognizer's alternatives is.
        if let agrees = AnswerText(result.transcript).agrees { return Interpretation(value: agrees) }
        // Nor is a command, which ends the question.
        if let surest = result.hypotheses.surest(), surest.type != SpeechIntent.Hypothesis.answerType {
            return result.unfitting()
        }
        guard let index = Self.matcher.index(of: result) else { return result.unfitting() }
        return Interpretation(value: index == 0)
    }
}
