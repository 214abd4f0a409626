import SaybusConversation

/// Says hello: the app that `saybus new app NAME --swift` begins with.
@main
struct HelloApp: ConversationApp {
    static func setUp(_ manager: ConversationManager) {
        let topic = ConversationTopic()
        let greeting = CustomCommandRecognizer(
            customType: "SayHello", responseBuilder: { .feedback("Hello! What a good day.") })
        greeting.addTextMatcher(PatternCommandMatcher(patterns: ["say hello", "good morning"]))
        topic.addCommandRecognizer(greeting)
        manager.commandRegistry = topic
        manager.addAudioSource(topic, forTrack: .main)
    }
}
