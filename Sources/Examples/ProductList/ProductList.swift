import SaybusConversation
import SaybusExampleProducts

/// One topic: a list of products that is read, stepped through and chosen from.
@main
struct ProductList: ConversationApp {
    static let name = "products"
    static let abstract = "Reads a list of products: play, next, previous, select."

    static func setUp(_ manager: ConversationManager) {
        let rootTopic = ProductListTopic(eventHandler: controller)
        controller.listTopic = rootTopic
        manager.commandRegistry = rootTopic
        manager.addAudioSource(rootTopic, forTrack: .main)
    }

    @ConversationActor private static let controller = ProductController()
}
