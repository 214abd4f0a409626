import Conversation

/// The controller of the product topics.
@ConversationActor
public protocol ProductTopicEventHandler: AnyObject, Sendable {
    func handlePlay()
    func handlePrevious()
    func handleNext()
    func handleSelect(command: Command)
    func handleSearch(command: Command)
}
