import SaybusConversation

/// The player's questions.
@ConversationActor
enum Questions {
    /// Returns a question for the time of the sleep timer, with two retries.
    static func sleepTimer(_ set: @escaping @ConversationActor (Double) -> Void) -> any VoiceRequest {
        let request = NumericalRequest(promptText: "After how many minutes?", range: 1...120) { minutes in
            if let minutes { set(minutes) }
        }
        request.standardResponder.repromptMessageText = "From one to a hundred and twenty: how many minutes?"
        request.standardResponder.supportedRetryCount = 2
        return request
    }

    /// Returns a question that accepts any words.
    static func noteRequest(_ keep: @escaping @ConversationActor (String) -> Void) -> any VoiceRequest {
        StringRequest(promptText: "What shall I note?") { note in
            if let note { keep(note) }
        }
    }

    /// Returns a question for one of a few friends, by name, alias or number, followed by a confirmation.
    static func friend(_ send: @escaping @ConversationActor (String) -> Void) -> any VoiceRequest {
        let friends = [
            SelectOption(label: "Misty", aliases: ["my sister"]), SelectOption(label: "Brock", aliases: ["the cook"]),
            SelectOption(label: "Professor Oak", aliases: ["the professor", "Oak"]),
        ]
        let request = SelectRequest(
            options: friends, prompt: VoicePrompt(message: "To Misty, Brock or Professor Oak?"),
            responder: StandardRequestResponder())
        request.standardResponder.successResponder = { choice, _ in
            guard let name = choice?.selectedOption.label else { return .done }
            return VoiceRequestResponse(
                feedbackPrompt: VoicePrompt(message: "Good."),
                followupRequest: ConfirmationRequest(promptText: "To \(name), now?") { if $0 == true { send(name) } })
        }
        return request
    }
}
