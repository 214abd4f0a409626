import SaybusConversation
import SaybusExampleProducts

/// An app with two topics: a search, and inside it the list of results.
@main
final class ProductSearch: ConversationApp {
    static let name = "search"
    static let abstract = "Searches for products and reads what it found."

    private let controller = ProductController()

    func setUp(_ manager: ConversationManager) {
        let rootTopic = ProductSearchTopic(eventHandler: controller)
        manager.commandRegistry = rootTopic
        manager.addAudioSource(rootTopic, forTrack: .main)

        let listTopic = ProductListTopic(eventHandler: controller)
        rootTopic.addSubtopic(listTopic)
        controller.listTopic = listTopic
    }
}
