import SaybusConversation
import SaybusExampleProducts

/// An app with one topic: a list of products that the user can listen to, step through and choose from.
@main
final class ProductList: ConversationApp {
    static let name = "products"
    static let abstract = "Reads a list of products: play, next, previous, select."

    private let controller = ProductController()

    func setUp(_ manager: ConversationManager) {
        let rootTopic = ProductListTopic(eventHandler: controller)
        controller.listTopic = rootTopic
        manager.commandRegistry = rootTopic
        manager.addAudioSource(rootTopic, forTrack: .main)
    }
}
