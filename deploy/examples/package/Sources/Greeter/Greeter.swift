import Bus
import SaybusConversation

/// Says good day, and when the bus leaves.
@main
final class Greeter: ConversationApp {
    private let topic = ConversationTopic()

    func setUp(_ manager: ConversationManager) {
        let greeting = CustomCommandRecognizer(
            customType: "Greeting",
            responseBuilder: { .say("Good day! \(Timetable(line: 9).announcement)") })
        greeting.addTextMatcher(PatternCommandMatcher(patterns: ["hello", "good morning"]))
        topic.addCommandRecognizer(greeting)
        manager.commandRegistry = topic
        manager.addAudioSource(topic, forTrack: .main)
    }
}
