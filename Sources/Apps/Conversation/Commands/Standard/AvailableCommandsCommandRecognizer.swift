/// A recognizer of "what can I say?".
@ConversationActor
open class AvailableCommandsCommandRecognizer: VerbalCommandRecognizer {
    open override class var standardCommandType: String { StandardCommand.availableCommands }
    open override class var standardSummary: String? { "Tells what can be said." }
    open override class var standardPatterns: [String] {
        [
            "what can i say", "what can i say here", "what can i say now", "what can i do", "what can i do here",
            "what can you do", "what can i ask", "what can i ask you", "what are the available commands",
            "what are my commands", "what commands are there", "what commands are available", "what are my options",
            "available commands", "list commands", "list the commands", "list all commands", "show commands",
            "show me the commands", "tell me the commands", "which commands can i use", "which commands do you know",
        ]
    }
}
