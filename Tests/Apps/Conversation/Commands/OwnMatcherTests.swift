import SaybusBus
import SaybusConversation
import SaybusMessages
import SaybusTesting
import Testing

@Suite("Matchers of an app's own", .timeLimit(.minutes(1)))
struct OwnMatcherTests {
    @Test(
        "they are asked about commands, and neither about answers to the app's questions nor about another app's words")
    func asked() async throws {
        let log = Log()
        let harness = try await Harness { manager in
            let catalog = CommandRecognizerCatalog()
            catalog.addCommandRecognizer(
                HelpCommandRecognizer(responseBuilder: { .ask(StringRequest(promptText: "What with?")) }))
            let block = CustomCommandRecognizer(customType: "Any") {}
            block.addTextMatcher(
                BlockCommandMatcher { text -> CommandSuggestion? in
                    log.add(text)
                    return nil
                })
            catalog.addCommandRecognizer(block)
            manager.commandRegistry = catalog
        }
        #expect(try await harness.say("help").spoken == "What with?")
        #expect(try await harness.say("the oven").outcome == .handled)
        let question = VoiceRequestStatus.Question(kind: "string", prompt: "Who?")
        let request = MessageID()
        try harness.client.publish(VoiceRequestStatus(request: request, state: .listening, question: question))
        let turn = try harness.send("susan")
        _ = await harness.recorder.first(SpeechIntent.self) { $0.header.turn == turn }
        try harness.client.publish(TurnEnded(outcome: .handled), turn: turn)
        try harness.client.publish(VoiceRequestStatus(request: request, state: .completed, question: question))
        #expect(try await harness.say("go").outcome == .notUnderstood)
        #expect(await log.lines == ["help", "go"])
        try await harness.stop()
    }
}
