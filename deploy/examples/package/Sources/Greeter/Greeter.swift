import Bus
import SaybusConversation

/// Says good day, and when the bus leaves.
@main
struct Greeter: ConversationApp {
    static func setUp(_ manager: ConversationManager) {
        let topic = ConversationTopic()
        let greeting = CustomCommandRecognizer(
            customType: "Greeting",
            responseBuilder: { .feedback("Good day! \(Timetable(line: 9).announcement)") })
        greeting.addTextMatcher(PatternCommandMatcher(patterns: ["hello", "good morning"]))
        topic.addCommandRecognizer(greeting)
        manager.commandRegistry = topic
        manager.addAudioSource(topic, forTrack: .main)
    }
}
