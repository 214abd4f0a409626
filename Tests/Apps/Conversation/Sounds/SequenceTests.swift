import SaybusConversation
import SaybusMessages
import SaybusTesting
import Testing

@Suite("Sequences and their completions")
struct SequenceTests {
    struct Chime: AudibleEvent {
        var operations: [AudioEvent] { [.tone(.init(frequency: 440, durationMs: 50)), .silence(durationMs: 20)] }
    }

    @Test("each completion is called once with the audio stage's outcome, and a group's after its last event")
    func outcomes() async throws {
        let log = Log()
        let harness = try await Harness { manager in
            let generator = AudioSequenceGenerator()
            manager.addAudioSource(generator, forTrack: .main)
            let catalog = CommandRecognizerCatalog()
            catalog.addCommandRecognizer(
                PlayCommandRecognizer(actionBlock: {
                    let sequence = AudioEventSequence()
                    sequence.addEvent(SpeechEvent(utteranceString: "One.")) { log.add("one \($0)") }
                    sequence.addEvent(SpeechEvent(utteranceString: "  ")) { log.add("blank \($0)") }
                    sequence.addEvents([Chime(), SilenceEvent(seconds: 0.1)]) { log.add("group \($0)") }
                    let more = AudioEventSequence()
                    more.addEvent(SpeechEvent(utteranceString: "Two."), then: { log.add("two") })
                    sequence.appendSequence(more)
                    generator.postSequence(sequence)
                }))
            manager.commandRegistry = catalog
        }
        harness.audio.hold()
        let turn = try harness.send("play")
        let sequence = try #require(await harness.recorder.first(AudioSequence.self))
        #expect(sequence.body.events.count == 4)
        #expect(sequence.body.reportsItems == true)
        _ = try #require(await harness.recorder.first(AudioPlayback.self))
        let id = MessageID()
        try harness.audio.end(
            as: .interrupted,
            items: [
                AudioPlayback(sequence: id, item: 0, state: .finished),
                AudioPlayback(sequence: id, item: 0, state: .finished),
                AudioPlayback(sequence: id, item: 1, state: .interrupted, positionMs: 30),
            ], reason: "somebody spoke")
        let end = await harness.recorder.first(TurnEnded.self) { $0.header.turn == turn }
        #expect(end?.body.outcome == .failed)
        #expect(end?.body.reason == "the answer was not heard: somebody spoke")
        #expect(
            await log.lines == [
                "one finished", "blank skipped(reason: \"there is nothing to play\")",
                "group interrupted(at: \(Duration.milliseconds(30)))", "two",
            ])
        try await harness.stop()
    }

    @Test("an unknown track is reported once, and the turn ends")
    func unknownTrack() async throws {
        let log = Log()
        let harness = try await Harness { manager in
            let board = SoundBoard()
            manager.addAudioSource(board, forTrack: "nowhere")
            let catalog = CommandRecognizerCatalog()
            catalog.addCommandRecognizer(
                PlayCommandRecognizer(actionBlock: { board.speakText("Unheard.") { log.add("\($0)") } }))
            manager.commandRegistry = catalog
        }
        #expect(try await harness.say("play").outcome == .handled)
        #expect(await log.lines.count == 1)
        #expect(harness.spoken.isEmpty)
        try await harness.stop()
    }

    @Test("the earcons of requests can be replaced, and nil restores the default")
    @ConversationActor
    func earcons() {
        let board = VoiceRequestSoundBoard()
        board.listeningBegins = SpeechEvent(utteranceString: "Yes?")
        #expect(board.listeningBegins.operations == SpeechEvent(utteranceString: "Yes?").operations)
        board.restoreDefaults()
        #expect(board.listeningBegins.operations == VoiceRequestSoundBoard.defaultListeningBegins.operations)
        board.playUnrecognizedCommand()
        #expect(board.lastPostedEvents?.items.count == 1)
    }
}
