import SaybusDispatch

/// A recognizer of "switch to the second tab" and "go to the music tab".
@ConversationActor
open class SwitchTabCommandRecognizer: VerbalCommandRecognizer {
    /// The tab's name, a text.
    public nonisolated static let parameterTabName = "tabName"
    /// The tab's number, counted from 1.
    public nonisolated static let parameterTabNumber = "tabNumber"

    open override class var standardCommandType: String { StandardCommand.switchTab }
    open override class var standardSummary: String? { "Goes to another tab." }
    open override class var standardThresholds: ConfidenceThresholds { .effect }
    open override class var standardPatterns: [String] {
        [
            "switch to the @tabNumber:Number tab", "switch to tab @tabNumber:Number",
            "switch to tab number @tabNumber:Number", "switch to the @tabName tab", "switch to @tabName",
            "switch tab", "switch tabs", "go to the @tabNumber:Number tab", "go to tab @tabNumber:Number",
            "go to tab number @tabNumber:Number", "go to the @tabName tab", "open the @tabNumber:Number tab",
            "open tab @tabNumber:Number", "open the @tabName tab", "show the @tabNumber:Number tab",
            "show tab @tabNumber:Number", "show the @tabName tab", "show me the @tabName tab",
            "change to the @tabName tab", "tab @tabNumber:Number", "the @tabNumber:Number tab",
        ]
    }
}
