import SaybusConversation

/// A kitchen helper that counts cups of coffee.
@main
final class FirstApp: ConversationApp {
    static let name = "coffee-counter"
    static let abstract = "Counts cups of coffee, and asks before it forgets them."

    private let topic = ConversationTopic()
    private var cups = 0

    func setUp(_ manager: ConversationManager) {
        manager.commandRegistry = topic
        manager.addAudioSource(topic, forTrack: .main)

        let drink = CustomCommandRecognizer(customType: "Drink", responseBuilder: drink)
        drink.addTextMatcher(
            PatternCommandMatcher(patterns: [
                "i had a coffee", "i had @cups:Number (coffee|coffees|cups of coffee)", "add @cups:Number",
            ]))
        drink.summary = "Counts coffees."
        topic.addCommandRecognizer(drink)

        let reset = CustomCommandRecognizer(customType: "Reset", responseBuilder: reset)
        reset.addTextMatcher(PatternCommandMatcher(patterns: ["(reset|forget) [the] (counter|coffees)", "start over"]))
        reset.summary = "Begins anew."
        topic.addCommandRecognizer(reset)

        topic.addCommandRecognizer(CoffeeKinds.makeRecognizer())
        topic.addSubtopic(GuidanceTopic(manager: manager))
    }

    private func drink(_ command: Command) -> VoiceRequestResponse {
        cups += command.parameters["cups"]?.integer ?? 1
        return .say(cups == 1 ? "Your first today." : "That makes \(cups).")
    }

    private func reset(_ command: Command) -> VoiceRequestResponse {
        .ask(
            ConfirmationRequest("Forget all \(cups)?") { [weak self] yes in
                guard yes else { return .say("I keep them.") }
                self?.cups = 0
                return .say("Forgotten.")
            }.helping("Say yes to begin anew."))
    }
}
