import SaybusConversation

/// The controller of the product topics.
@ConversationActor
public protocol ProductTopicEventHandler: AnyObject, Sendable {
    /// The list is to be read.
    func handlePlay()
    /// The one before is wanted.
    func handlePrevious()
    /// The next one is wanted.
    func handleNext()
    /// One was chosen, by name or number.
    func handleSelect(command: Command)
    /// Something is looked for.
    func handleSearch(command: Command)
}
