import SaybusDispatch
import SaybusMessages
import SaybusPhrases

extension SpeechRecognitionResult {
    /// Returns the interpretation of a result without words; nil when there are words.
    func withoutWords<Value>() -> Interpretation<Value>? {
        if isSilence { return Interpretation(errors: [ValidationError(.noInput)]) }
        if empty != nil || transcript.allSatisfy(\.isWhitespace) {
            return Interpretation(errors: [ValidationError(.invalidInput)])
        }
        return nil
    }

    /// Whether the words are most likely a command, and none of the phrases that the question expects.
    var isCommand: Bool { hypotheses.surest().map { $0.type != SpeechIntent.Hypothesis.answerType } ?? false }

    /// Returns the interpretation of an answer that matches nothing.
    /// - Parameters:
    ///   - type: The kind of the error.
    ///   - reason: The sentence about the words.
    func unfitting<Value>(
        _ type: ValidationError.Code = .invalidInput, _ reason: BuiltInSentence = .notAnAnswer
    ) -> Interpretation<Value> {
        Interpretation(errors: [ValidationError(type, reason: reason.text(["words": transcript]))])
    }
}

extension RecognitionOptions {
    /// Returns the options with a request's phrases, unless the options already have phrases.
    func expecting(_ patterns: [String], of slotTypes: [Catalog.SlotType] = []) -> RecognitionOptions {
        var options = self
        if options.phrases.isEmpty { (options.phrases, options.slotTypes) = (patterns, slotTypes) }
        return options
    }
}
