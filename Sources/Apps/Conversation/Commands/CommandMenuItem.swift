/// A command that can be chosen from a menu without speech.
@ConversationActor
public struct CommandMenuItem {
    /// The text in the menu, unique within the recognizer.
    public let label: String
    /// The command that the item stands for, with all its parameters.
    public let command: Command
    /// The recognizer that carries out the command.
    public let recognizer: VerbalCommandRecognizer
}
