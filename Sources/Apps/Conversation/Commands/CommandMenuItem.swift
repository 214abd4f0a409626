/// A command that can be chosen from a list, without a word said.
@ConversationActor
public struct CommandMenuItem {
    /// What the list shows; its name within the recognizer.
    public let label: String
    /// The command, ready made.
    public let command: Command
    /// Who carries it out.
    public let recognizer: VerbalCommandRecognizer
}
