import SaybusMessages
import SaybusPhrases

/// The patterns of the answers to a question.
struct ExpectedAnswers: Equatable {
    var phrases: [String]
    /// The types that the patterns use, in addition to text and numbers.
    var slotTypes: [Catalog.SlotType]
    /// Whether "help" and "repeat" are understood, too.
    var hasRemarks = false

    /// Returns the catalog of a session while the question is open.
    func catalog(of app: String, in language: String) -> Catalog {
        let others = hasRemarks ? AnswerPhrases.remarks() : ConversationManager.cancelPhrases
        let answers = Catalog.Command(type: SpeechIntent.Hypothesis.answerType, patterns: phrases + others)
        return Catalog(
            app: app, language: language, commands: [answers], slotTypes: slotTypes.isEmpty ? nil : slotTypes)
    }
}
