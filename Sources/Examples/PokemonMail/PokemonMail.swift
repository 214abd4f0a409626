import SaybusConversation

/// An app that adds recipients to a message: "I choose you, Pikachu!" Two friends are called Pikachu, so the app
/// asks which one.
@main
final class PokemonMail: ConversationApp {
    static let name = "mail"
    static let abstract = "Adds friends to a message, and asks which one when a name is not enough."
    static let friends = ["Toby Pikachu", "Susan Pikachu", "John Smith"]

    private let topic = MailTopic(friends: friends)

    func setUp(_ manager: ConversationManager) {
        manager.commandRegistry = topic
        manager.addAudioSource(topic, forTrack: .main)
    }
}
