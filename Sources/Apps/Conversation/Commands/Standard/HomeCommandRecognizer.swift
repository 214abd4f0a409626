/// A recognizer of "home".
@ConversationActor
open class HomeCommandRecognizer: VerbalCommandRecognizer {
    open override class var standardCommandType: String { StandardCommand.home }
    open override class var standardSummary: String? { "Goes to the beginning." }
    open override class var standardPatterns: [String] {
        [
            "home", "go home", "go to home", "go to the home screen", "home screen", "take me home",
            "take me to the home screen", "main menu", "go to the main menu", "take me to the main menu",
            "main screen", "go to the start", "back to the start", "back to the beginning", "start over",
            "return home",
        ]
    }
}
