/// A topic that answers "what can I say?" and "help" from the manager's current registry.
@ConversationActor
public final class GuidanceTopic: ConversationTopic {
    /// Maximum number of commands listed at once.
    public var maximumCommands = 8

    /// Creates a topic that lists the commands of a manager, and the help of a topic and its subtopics.
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
