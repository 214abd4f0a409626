import SaybusConversation

/// SayKit's e-mail app for trainers: "I choose you, Pikachu!"
@ConversationActor
final class PokemonMailPort {
    let friends = ["Toby Pikachu", "Susan Pikachu", "John Smith"]
    var recipients: [String] = []

    func addRecognizers(to commandRegistry: CommandRecognizerCatalog) {
        // Note the action block's signature: we're returning a response now
        let selectRecognizer = SelectCommandRecognizer { command -> VoiceRequestResponse in
            let matchingNames = self.friends(matching: command.parameters["name"]?.text ?? "")
            if matchingNames.count > 1 {
                // respond with a new voice request
                let request = SelectRequest(itemLabels: matchingNames, promptText: "Which one?") { result in
                    if let name = result?.selectedOption.label { self.recipients.append(name) }
                }
                return VoiceRequestResponse(followupRequest: request)
            } else {
                // no need to follow up, just terminate the request and run the given action block
                return VoiceRequestResponse.terminalResponse(action: { self.recipients += matchingNames })
            }
        }
        // add our special pattern, note the "name" parameter
        let pattern = "i choose you @name"
        selectRecognizer.addTextMatcher(PatternCommandMatcher(pattern: pattern))
        commandRegistry.addCommandRecognizer(selectRecognizer)
    }

    private func friends(matching name: String) -> [String] {
        friends.filter { $0.lowercased().contains(name.lowercased()) }
    }
}
