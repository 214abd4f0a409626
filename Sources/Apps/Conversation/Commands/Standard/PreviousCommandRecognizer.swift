/// A recognizer of "previous".
@ConversationActor
open class PreviousCommandRecognizer: VerbalCommandRecognizer {
    open override class var standardCommandType: String { StandardCommand.previous }
    open override class var standardSummary: String? { "Goes to the one before." }
    open override class var standardPatterns: [String] {
        [
            "previous", "previous one", "the previous one", "previous item", "the previous item",
            "go to the previous one", "go to the previous item", "the one before", "the one before that", "last one",
            "the last one again", "skip back", "rewind", "backward", "play the previous one", "read the previous one",
            "go to the one before",
        ]
    }
}
