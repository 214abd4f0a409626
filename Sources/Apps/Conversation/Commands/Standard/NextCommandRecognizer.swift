/// A recognizer of "next".
@ConversationActor
open class NextCommandRecognizer: VerbalCommandRecognizer {
    open override class var standardCommandType: String { StandardCommand.next }
    open override class var standardSummary: String? { "Goes to the next one." }
    open override class var standardPatterns: [String] {
        [
            "next", "next one", "the next one", "next item", "the next item", "go to the next one",
            "go to the next item", "skip", "skip it", "skip this", "skip this one", "skip ahead", "forward",
            "go forward", "move on", "what's next", "play the next one", "read the next one",
        ]
    }
}
