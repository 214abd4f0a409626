import SaybusConversation

/// Says hello: the app that `saybus new app NAME --swift` begins with.
@main
final class HelloApp: ConversationApp {
    static let name = "hello-app"

    private let topic = ConversationTopic()

    func setUp(_ manager: ConversationManager) {
        let greeting = CustomCommandRecognizer(
            customType: "SayHello", responseBuilder: { .say("Hello! What a good day.") })
        greeting.addTextMatcher(PatternCommandMatcher(patterns: ["say hello", "good morning"]))
        topic.addCommandRecognizer(greeting)
        manager.commandRegistry = topic
        manager.addAudioSource(topic, forTrack: .main)
    }
}
