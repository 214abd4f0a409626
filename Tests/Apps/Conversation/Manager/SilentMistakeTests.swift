import SaybusConversation
import SaybusMessages
import Testing

@ConversationActor
private final class Target {
    func play() {}
}

@Suite("Mistakes that would be silent")
struct SilentMistakeTests {
    private func harness() async throws -> Harness {
        try await Harness { manager in
            let catalog = CommandRecognizerCatalog()
            manager.commandRegistry = catalog
            let lost = SoundBoard()
            catalog.addCommandRecognizer(
                HelpCommandRecognizer(actionBlock: {
                    // The mistake: a response that is not returned.
                    _ = VoiceRequestResponse.say("Hello.")
                }))
            catalog.addCommandRecognizer(
                PlayCommandRecognizer(responseTarget: Target?.none, action: Target.play))
            catalog.addCommandRecognizer(
                PauseCommandRecognizer(responseBuilder: { .terminalResponse(action: nil) }))
            catalog.addCommandRecognizer(NextCommandRecognizer(actionBlock: { lost.speak("Next.") }))
            catalog.addCommandRecognizer(HomeCommandRecognizer(responseBuilder: { .done }))
            catalog.addCommandRecognizer(
                PreviousCommandRecognizer(responseTarget: Target(), action: Target.play))
            let log = Log()
            let board = SoundBoard()
            manager.addAudioSource(board, forTrack: "nowhere")
            catalog.addCommandRecognizer(
                BackCommandRecognizer(responseBuilder: {
                    board.speakText("Back.") { log.add("\($0)") }
                    return .say(log.lines.joined())
                }))
        }
    }

    @Test(
        "a mistake is told in the turn's end",
        arguments: [
            ("help", "a response was made and not returned"), ("play", "no target or no action"),
            ("pause", "the response to the command was empty"), ("next", "sounds that nobody plays"),
        ])
    func told(_ text: String, _ reason: String) async throws {
        let harness = try await harness()
        let end = try await harness.say(text)
        #expect(end.outcome == .handled)
        #expect(end.reason?.contains(reason) == true, "\(end.reason ?? "none")")
        try await harness.stop()
    }

    @Test("done is no mistake, a target that nobody keeps fails the turn, and an unknown track skips its sounds")
    func others() async throws {
        let harness = try await harness()
        let home = try await harness.say("home")
        #expect(home.outcome == .handled && home.reason == nil)
        let previous = try await harness.say("previous")
        #expect(previous.outcome == .failed)
        #expect(previous.reason?.contains("is gone: keep it") == true)
        let back = try await harness.say("back")
        #expect(back.outcome == .handled)
        #expect(back.reason == "there is no track nowhere: what is posted for it is not heard")
        #expect(back.spoken?.contains("skipped(reason: \"there is no track nowhere") == true, "\(back.spoken ?? "")")
        try await harness.stop()
    }
}
