/// Answers "what can I say?" and "help" from what the manager's registry knows at that moment.
@ConversationActor
public final class GuidanceTopic: ConversationTopic {
    /// How many commands are told at once.
    public var maximumCommands = 8

    /// Creates a topic that tells what a manager understands, and the help of a topic and of all inside it.
    public init(manager: ConversationManager, helpOf root: ConversationTopic? = nil) {
        super.init()
        addCommandRecognizer(
            AvailableCommandsCommandRecognizer { [weak self, weak manager] in
                self?.say(self?.commands(manager) ?? [])
            })
        addCommandRecognizer(
            HelpCommandRecognizer { [weak self, weak manager, weak root] in
                let help = root?.contextHelp ?? []
                self?.say(help.isEmpty ? self?.commands(manager) ?? [] : help)
            })
    }

    private func commands(_ manager: ConversationManager?) -> [String] {
        let all = manager?.availableCommands ?? []
        guard all.count > maximumCommands else { return all }
        return all.prefix(maximumCommands) + ["And \(all.count - maximumCommands) more."]
    }

    private func say(_ sentences: [String]) {
        postEvents(AudioEventSequence(events: sentences.map { SpeechEvent(utteranceString: $0) }))
    }
}
