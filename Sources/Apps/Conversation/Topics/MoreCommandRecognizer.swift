import SaybusPhrases

/// A recognizer of "more", which continues a list. SayKit lacks this command.
@ConversationActor
open class MoreCommandRecognizer: VerbalCommandRecognizer {
    /// `More`
    public nonisolated static let commandType = "More"

    open override class var standardCommandType: String { commandType }
    open override class var standardSummary: String? { "Tells more." }
    open override class var standardPatterns: [String] { Language.inUse.questionWords.more }
}
