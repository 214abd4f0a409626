import SaybusConversation

/// A handler of the product topics' commands.
@ConversationActor
public protocol ProductTopicEventHandler: AnyObject, Sendable {
    /// Reads the list.
    func handlePlay()
    /// Goes to the previous product.
    func handlePrevious()
    /// Goes to the next product.
    func handleNext()
    /// Selects a product by name or number.
    func handleSelect(command: Command)
    /// Searches for products.
    func handleSearch(command: Command)
}
