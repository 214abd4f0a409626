/// A source of the commands that are valid now.
@ConversationActor
public protocol VerbalCommandRegistry: AnyObject, Sendable {
    /// The recognizers. On a tie, the first recognizer wins. The manager reads them for every turn.
    var commandRecognizers: [VerbalCommandRecognizer] { get }
}
