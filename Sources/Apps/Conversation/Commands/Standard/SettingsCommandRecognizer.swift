/// A recognizer of "settings".
@ConversationActor
open class SettingsCommandRecognizer: VerbalCommandRecognizer {
    open override class var standardCommandType: String { StandardCommand.settings }
    open override class var standardSummary: String? { "Opens the settings." }
    open override class var standardPatterns: [String] {
        [
            "settings", "go to settings", "go to the settings", "open settings", "open the settings", "show settings",
            "show me the settings", "show the settings", "preferences", "open preferences", "open the preferences",
            "my settings", "change settings", "change my settings", "change the settings", "options menu",
            "take me to the settings",
        ]
    }
}
