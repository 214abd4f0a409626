import SaybusConversation
import SaybusMessages
import Testing

@Suite("Standard commands that may have been misheard")
struct MisheardCommandTests {
    @Test("a doubtful play is asked about, a doubtful help is answered, an unlikely one is not, and a pause always is")
    func standard() async throws {
        let log = Log()
        let harness = try await Harness { manager in
            let catalog = CommandRecognizerCatalog()
            catalog.addCommandRecognizer(PlayCommandRecognizer(actionBlock: { log.add("play") }))
            catalog.addCommandRecognizer(PauseCommandRecognizer(actionBlock: { log.add("pause") }))
            catalog.addCommandRecognizer(HelpCommandRecognizer(actionBlock: { log.add("help") }))
            manager.commandRegistry = catalog
        }
        #expect(try await harness.say("carry on", confidence: 0.4).spoken?.lowercased().contains("carry on") == true)
        #expect(await log.lines.isEmpty)
        #expect(try await harness.say("no").outcome != .failed)
        #expect(try await harness.say("help", confidence: 0.4).outcome == .handled)
        #expect(try await harness.say("help", confidence: 0.1).outcome == .notUnderstood)
        #expect(try await harness.say("pause", confidence: 0.1).outcome == .handled)
        #expect(await log.lines == ["help", "pause"])
        try await harness.stop()
    }
    @Test("a doubtful \"louder\" is asked about: a bell may sound like it, again and again")
    func louder() async throws {
        let log = Log()
        let harness = try await Harness { manager in
            let catalog = CommandRecognizerCatalog()
            catalog.addCommandRecognizer(
                IncreaseSpeechVolumeCommandRecognizer(actionBlock: { log.add("louder") }))
            manager.commandRegistry = catalog
        }
        #expect(try await harness.say("louder", confidence: 0.3).spoken?.lowercased().contains("louder") == true)
        #expect(await log.lines.isEmpty)
        #expect(try await harness.say("yes").outcome == .handled)
        #expect(await log.lines == ["louder"])
        try await harness.stop()
    }
}
