import SaybusConversation
import SaybusExampleProducts

/// An app with one topic: a list of products that the user can listen to, step through and choose from.
@main
struct ProductList: ConversationApp {
    static let name = "products"
    static let abstract = "Reads a list of products: play, next, previous, select."

    static func setUp(_ manager: ConversationManager) {
        let controller = ProductController()
        manager.retain(controller)
        let rootTopic = ProductListTopic(eventHandler: controller)
        controller.listTopic = rootTopic
        manager.commandRegistry = rootTopic
        manager.addAudioSource(rootTopic, forTrack: .main)
    }
}
