/// A source of the commands that are valid now.
@ConversationActor
public protocol VerbalCommandRegistry: AnyObject, Sendable {
    /// The recognizers, in the order that decides ties. The manager reads them for every turn.
    var commandRecognizers: [VerbalCommandRecognizer] { get }
}
