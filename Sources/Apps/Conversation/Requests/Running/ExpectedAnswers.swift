import SaybusMessages

/// The patterns of the answers to a question.
struct ExpectedAnswers: Equatable {
    var phrases: [String]
    /// The types that the patterns use, in addition to text and numbers.
    var slotTypes: [Catalog.SlotType]

    /// Returns the catalog of a session while the question is open.
    func catalog(of app: String, in language: String) -> Catalog {
        let answers = Catalog.Command(
            type: ConversationManager.answerType, patterns: phrases + ConversationManager.cancelPhrases)
        return Catalog(
            app: app, language: language, commands: [answers], slotTypes: slotTypes.isEmpty ? nil : slotTypes)
    }
}
