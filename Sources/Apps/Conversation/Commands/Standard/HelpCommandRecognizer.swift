/// A recognizer of "help".
@ConversationActor
open class HelpCommandRecognizer: VerbalCommandRecognizer {
    open override class var standardCommandType: String { StandardCommand.help }
    open override class var standardSummary: String? { "Tells what can be done here." }
    open override class var standardPatterns: [String] {
        [
            "help", "help me", "i need help", "can you help me", "could you help me", "give me some help",
            "please help", "i could use some help", "what do i do", "what do i do now", "what should i do",
            "i don't know what to do", "i am stuck", "i'm stuck", "how does this work", "how do i use this",
        ]
    }
}
