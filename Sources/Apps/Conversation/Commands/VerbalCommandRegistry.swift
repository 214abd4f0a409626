/// Who knows which commands can be given now.
@ConversationActor
public protocol VerbalCommandRegistry: AnyObject, Sendable {
    /// The recognizers, in the order that decides ties. Read anew for every turn.
    var commandRecognizers: [VerbalCommandRecognizer] { get }
}
