/// A recognizer of "go back".
@ConversationActor
open class BackCommandRecognizer: VerbalCommandRecognizer {
    open override class var standardCommandType: String { StandardCommand.back }
    open override class var standardSummary: String? { "Goes back." }
    open override class var standardPatterns: [String] {
        [
            "back", "go back", "go back please", "back up", "take me back", "take me back to where i was",
            "previous screen", "go to the previous screen", "previous page", "go to the previous page", "go back one",
            "go back one page", "go back a page", "return", "return to where i was", "undo that step",
            "get me out of here",
        ]
    }
}
