import SaybusBus
import SaybusConversation
import SaybusMessages
import SaybusTesting
import Testing

@Suite("The end of a run", .timeLimit(.minutes(1)))
struct SecondRunTests {
    @Test("completions pending at the end of a run are called, and do not block the next run")
    @ConversationActor
    func again() async throws {
        let log = Log()
        let test = try TestBus()
        let client = try test.connect(Role("client"))
        let recorder = Recorder(client.subscribe(to: [AudioSequence.self, Catalog.self]))
        try await client.ready()
        let audio = try await AudioDouble(test)
        let manager = ConversationManager(name: "app")
        let board = SoundBoard()
        manager.addAudioSource(board, forTrack: .main)
        let bus = try test.connect(.dispatch, instance: "app", tracking: ConversationManager.tracking)
        audio.hold()
        let first = Task { try await manager.run(on: bus, logger: TestBus.quiet) }
        // The first sentence is sent, and the others wait in the queue behind it.
        for words in ["One.", "Two.", "Three."] { board.speakText(words) { log.add("\(words) \($0)") } }
        _ = try #require(await recorder.first(AudioSequence.self))
        first.cancel()
        _ = await first.result
        #expect(log.lines.count == 3 && !log.lines.contains { $0.hasSuffix("finished") })
        try audio.release()
        let second = Task { try await manager.run(on: bus, logger: TestBus.quiet) }
        board.speakText("Four.") { log.add("Four. \($0)") }
        _ = try #require(await recorder.first(AudioSequence.self) { $0.body.spokenText == "Four." })
        let spoken = recorder.bodies(AudioSequence.self).map(\.spokenText)
        #expect(spoken == ["One.", "Four."], "what was given up is not heard later")
        second.cancel()
        _ = await second.result
        await bus.close()
    }

    @Test("a question that is open when its program ends is cleaned up")
    func cleanedUp() async throws {
        let log = Log()
        let harness = try await Harness { manager in
            let catalog = CommandRecognizerCatalog()
            catalog.addCommandRecognizer(
                CustomCommandRecognizer(customType: "Ask") {
                    .init(followupRequest: StringRequest(promptText: "Who?") { log.add($0 ?? "nobody") })
                }.adding("who is there"))
            manager.commandRegistry = catalog
        }
        #expect(try await harness.say("who is there").spoken == "Who?")
        try await harness.stop()
        #expect(await log.lines == ["nobody"])
    }

    @Test("of two apps without a dispatch stage, exactly one reports an utterance that was not understood")
    func oneAnswer() async throws {
        let harness = try await Harness { manager in
            manager.notUnderstoodMessage = "I did not get that."
            let catalog = CommandRecognizerCatalog()
            catalog.addCommandRecognizer(HelpCommandRecognizer(responseBuilder: { .feedback("Here.") }))
            manager.commandRegistry = catalog
        }
        let other = await ConversationManager(name: "other")
        let bus = try harness.test.connect(.dispatch, instance: "other", tracking: ConversationManager.tracking)
        let running = Task { try await other.run(on: bus, logger: TestBus.quiet) }
        for instance in ["app", "other"] {
            _ = try #require(
                await harness.recorder.first(StageStatus.self) {
                    $0.body.role == .dispatch && $0.body.instance == instance && $0.body.state == .ready
                })
        }
        for _ in 1...3 {
            let end = try await harness.say("colourless ideas sleep")
            #expect(end.outcome == .notUnderstood && end.spoken == "I did not get that.")
        }
        running.cancel()
        _ = await running.result
        await bus.close()
        let stopped = await harness.recorder.first(StageStatus.self) {
            $0.body.instance == "other" && $0.body.state == .stopped
        }
        #expect(stopped != nil)
        #expect(harness.recorder.all(TurnEnded.self).count == 3, "each turn has ended once")
        try await harness.stop()
    }

    @Test(
        "words that were recognized without an app's current patterns have one answer, whichever app they mean",
        arguments: [nil, "older@1"])
    func outdated(revision: String?) async throws {
        let log = Log()
        let (harness, other, bus) = try await Harness.ofTwoApps(log)
        func say(_ text: String) async throws -> TurnEnded? {
            let turn = TurnID()
            try harness.client.publish(
                SpeechIntent(text: text, hypotheses: [], engine: "test", catalogRevision: revision), turn: turn)
            return await harness.recorder.first(TurnEnded.self) { $0.header.turn == turn }?.body
        }
        #expect(try await say("open the other door")?.outcome == .notUnderstood)
        // The other app has decided about the words before it carries out its next command.
        #expect(try await harness.say("open the other door").command == "Other")
        #expect(await log.lines == ["Other"])
        // The first app answers alone, and may therefore match its own patterns.
        #expect(try await say("open my door")?.command == "Mine")
        #expect(try await harness.say("open the other door").command == "Other")
        #expect(await log.lines == ["Other", "Mine", "Other"])
        #expect(harness.recorder.all(TurnEnded.self).count == 4, "each turn has ended once")
        other.cancel()
        _ = await other.result
        await bus.close()
        try await harness.stop()
    }
}

extension Harness {
    /// Returns a conversation with the command "open my door" beside another program with "open the other door", once
    /// the recognizer knows both.
    fileprivate static func ofTwoApps(_ log: Log) async throws -> (Harness, Task<Void, any Error>, Bus) {
        let harness = try await Harness { addDoor("Mine", "open my door", to: $0, log) }
        let bus = try harness.test.connect(.dispatch, instance: "other", tracking: ConversationManager.tracking)
        let manager = await Task { @ConversationActor in
            let manager = ConversationManager(name: "other")
            addDoor("Other", "open the other door", to: manager, log)
            return manager
        }.value
        let other = Task { try await manager.run(on: bus, logger: TestBus.quiet) }
        for instance in ["app", "other"] {
            _ = try #require(
                await harness.recorder.first(StageStatus.self) {
                    $0.body.role == .dispatch && $0.body.instance == instance && $0.body.state == .ready
                })
        }
        _ = try #require(
            await harness.recorder.first(StageStatus.self) {
                $0.body.role == .intent && $0.body.catalogRevision?.contains("other@") == true
            })
        return (harness, other, bus)
    }

    @ConversationActor
    private static func addDoor(_ type: String, _ pattern: String, to manager: ConversationManager, _ log: Log) {
        let catalog = CommandRecognizerCatalog()
        catalog.addCommandRecognizer(CustomCommandRecognizer(customType: type) { log.add(type) }.adding(pattern))
        manager.commandRegistry = catalog
    }
}

extension CustomCommandRecognizer {
    /// Returns the recognizer with an additional pattern.
    fileprivate func adding(_ pattern: String) -> Self {
        addTextMatcher(PatternCommandMatcher(pattern: pattern))
        return self
    }
}
