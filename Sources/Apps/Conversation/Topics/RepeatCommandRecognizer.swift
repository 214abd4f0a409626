/// A recognizer of "say that again". SayKit lacks this command, but stores the sequence to repeat:
/// ``ConversationTopic/lastPostedEvents``.
@ConversationActor
open class RepeatCommandRecognizer: VerbalCommandRecognizer {
    /// `Repeat`
    public nonisolated static let commandType = "Repeat"

    open override class var standardCommandType: String { commandType }
    open override class var standardSummary: String? { "Says the last thing again." }
    open override class var standardPatterns: [String] {
        [
            "repeat", "repeat that", "repeat it", "repeat please", "say that again", "say it again", "again",
            "once more",
            "one more time", "come again", "what did you say", "what was that", "i did not get that",
            "i didn't get that",
            "i didn't catch that", "pardon", "pardon me", "can you repeat that", "could you say that again",
        ]
    }

    /// Creates a recognizer that repeats the last sequence of a topic.
    public convenience init(repeating topic: ConversationTopic) {
        self.init(responseBuilder: { [weak topic] in
            guard let topic, topic.repeatLastPostedEvents() else { return .feedback("I have not said anything yet.") }
            return .terminalResponse(action: nil)
        })
    }
}
