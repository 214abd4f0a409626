import SaybusConversation

/// A controller that carries out the tutorial's commands.
@ConversationActor
final class TutorialController {
    private let commandRegistry: CommandRecognizerCatalog
    private let soundBoard: SoundBoard
    private let helpIsAvailable = true

    init(commandRegistry: CommandRecognizerCatalog, soundBoard: SoundBoard) {
        (self.commandRegistry, self.soundBoard) = (commandRegistry, soundBoard)
    }

    func addRecognizers() {
        // A target with its methods: one without and one with the command as parameter.
        commandRegistry.addCommandRecognizer(
            AvailableCommandsCommandRecognizer(
                responseTarget: self, action: TutorialController.availableCommandsRequested))
        commandRegistry.addCommandRecognizer(
            SetSpeechRateCommandRecognizer(responseTarget: self, action: TutorialController.setSpeechRateRequested))
        // A closure without a result.
        commandRegistry.addCommandRecognizer(
            SearchCommandRecognizer(actionBlock: { [unowned self] command in
                if let searchQuery = command.parameters[SearchCommandRecognizer.parameterQuery] {
                    announce("Search for \(searchQuery)")
                } else {
                    announce("Search")
                }
            }))
        // A closure that returns a question.
        commandRegistry.addCommandRecognizer(
            HelpCommandRecognizer { [unowned self] command -> VoiceRequestResponse in
                if helpIsAvailable {
                    let followupRequest = StringRequest(
                        promptText: "What would you like help with?",
                        action: { [unowned self] result in announce("Help with \(result ?? "nothing")") })
                    return VoiceRequestResponse(followupRequest: followupRequest)
                } else {
                    return VoiceRequestResponse.terminalResponse(action: { [unowned self] in
                        announce("Help, but none is available")
                    })
                }
            })
        addSelectRecognizer()
        addCustomRecognizers()
    }

    private func addSelectRecognizer() {
        let selectRecognizer = SelectCommandRecognizer(actionBlock: { [unowned self] command in
            if let name = command.parameters["name"] {
                announce("Choose \(name)!")
            } else if let itemName = command.parameters[SelectCommandRecognizer.parameterItemName] {
                announce("Select \(itemName)")
            } else if let itemNumber = command.parameters[SelectCommandRecognizer.parameterItemNumber] {
                announce("Select item number \(itemNumber)")
            } else {
                announce("Select")
            }
        })
        let pattern = "i choose you @name"
        selectRecognizer.addTextMatcher(PatternCommandMatcher(pattern: pattern))
        commandRegistry.addCommandRecognizer(selectRecognizer)
    }

    private func addCustomRecognizers() {
        let greetingsRecognizer = CustomCommandRecognizer(customType: "Greeting") { [unowned self] command in
            announce("Greetings!")
        }
        let patterns = ["hello", "hey", "what's up", "greetings"]
        greetingsRecognizer.addTextMatcher(PatternCommandMatcher(patterns: patterns))
        greetingsRecognizer.addTextMatcher(
            BlockCommandMatcher { text -> CommandSuggestion? in
                text.contains("hi")
                    ? CommandSuggestion(confidence: Confidence.likely)
                    : CommandSuggestion(confidence: Confidence.unlikely)
            })
        commandRegistry.addCommandRecognizer(greetingsRecognizer)

        let knockKnockRecognizer = CustomCommandRecognizer(customType: "KnockKnock") { _ -> VoiceRequestResponse in
            let feedbackPrompt = VoicePrompt(message: "Go away!")
            return VoiceRequestResponse(feedbackPrompt: feedbackPrompt, followupRequest: nil, action: nil)
        }
        knockKnockRecognizer.addTextMatcher(PatternCommandMatcher(pattern: "knock knock"))
        commandRegistry.addCommandRecognizer(knockKnockRecognizer)
    }

    func availableCommandsRequested() { announce("Available Commands") }

    func setSpeechRateRequested(command: Command) {
        if let newSpeechRate = command.parameters[SetSpeechRateCommandRecognizer.parameterSpeechRate] {
            announce("Set speech rate to \(newSpeechRate)")
        } else {
            announce("Set speech rate")
        }
    }

    private func announce(_ text: String) { soundBoard.speakText("Received command: \(text)") }
}
