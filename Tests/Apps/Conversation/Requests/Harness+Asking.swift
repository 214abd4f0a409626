import SaybusConversation

extension Harness {
    /// Returns a conversation whose "help" command presents a request.
    static func asking(
        listener: Bool = false, _ request: @escaping @ConversationActor @Sendable () -> any VoiceRequest
    ) async throws -> Harness {
        try await Harness(listener: listener) { manager in
            let catalog = CommandRecognizerCatalog()
            catalog.addCommandRecognizer(
                HelpCommandRecognizer(responseBuilder: { VoiceRequestResponse(followupRequest: request()) }))
            manager.commandRegistry = catalog
        }
    }
}
