import SaybusConversation

/// A topic that adds recipients to a message.
@ConversationActor
final class MailTopic: ConversationTopic {
    private let friends: [String]
    private var recipients: [String] = []

    init(friends: [String]) {
        self.friends = friends
        super.init()
        let selectRecognizer = SelectCommandRecognizer(responseTarget: self, action: MailTopic.addRecipient)
        selectRecognizer.addTextMatcher(PatternCommandMatcher(pattern: "i choose you @name"))
        addCommandRecognizer(selectRecognizer)
    }

    private func addRecipient(command: Command) -> VoiceRequestResponse {
        guard
            let name = command.parameters["name"]?.text
                ?? command.parameters[SelectCommandRecognizer.parameterItemName]?.text
        else { return .feedback("Whom?") }
        let matchingNames = friends.filter { $0.lowercased().contains(name.lowercased()) }
        if matchingNames.count > 1 {
            let options = matchingNames.map { SelectOption(label: $0, aliases: [String($0.split(separator: " ")[0])]) }
            let request = SelectRequest(
                options: options, promptText: "Which one? \(matchingNames.joined(separator: " or "))?"
            ) { [weak self] result in
                if let result { self?.add(result.selectedOption.label) }
            }
            return VoiceRequestResponse(followupRequest: request)
        } else if let only = matchingNames.first {
            return VoiceRequestResponse.terminalResponse(action: { [weak self] in self?.add(only) })
        } else {
            return .feedback("I know nobody called \(name).")
        }
    }

    private func add(_ name: String) {
        recipients.append(name)
        speak("\(name) gets the message.")
    }
}
