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
        let (number, place) = ("{1..99:\(parameterTabNumber)}", "@\(parameterTabNumber):AMAZON.Ordinal")
        return [
            "switch to the \(place) tab", "switch to tab \(number)",
            "switch to tab number \(number)", "switch to the @tabName tab", "switch to @tabName",
            "switch tab", "switch tabs", "go to the \(place) tab", "go to tab \(number)",
            "go to tab number \(number)", "go to the @tabName tab", "open the \(place) tab",
            "open tab \(number)", "open the @tabName tab", "show the \(place) tab",
            "show tab \(number)", "show the @tabName tab", "show me the @tabName tab",
            "change to the @tabName tab", "tab \(number)", "the \(place) tab",
        ]
    }
}
