/// A source of the commands that are valid now.
@ConversationActor
public protocol VerbalCommandRegistry: AnyObject, Sendable {
    /// The recognizers. On a tie, the first recognizer wins. The manager reads them for every turn, and
    /// when ``ConversationManager/commandsChanged()`` is called.
    var commandRecognizers: [VerbalCommandRecognizer] { get }
}
