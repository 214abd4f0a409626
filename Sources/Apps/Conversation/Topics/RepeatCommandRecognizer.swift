import SaybusPhrases

/// A recognizer of "say that again". SayKit lacks this command, but stores the sequence to repeat:
/// ``ConversationTopic/lastPostedEvents``.
@ConversationActor
open class RepeatCommandRecognizer: VerbalCommandRecognizer {
    /// `Repeat`
    public nonisolated static let commandType = "Repeat"

    open override class var standardCommandType: String { commandType }
    open override class var standardSummary: String? { "Says the last thing again." }
    open override class var standardPatterns: [String] { Language.inUse.questionWords.again }

    /// Creates a recognizer that repeats the last sequence of a topic.
    public convenience init(repeating topic: ConversationTopic) {
        self.init(responseBuilder: { [weak topic] in
            guard let topic, topic.repeatLastPostedEvents() else {
                return .feedback(BuiltInSentence.nothingSaid.text())
            }
            return .done
        })
    }
}
