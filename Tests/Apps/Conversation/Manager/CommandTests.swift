import Foundation
import SaybusBus
import SaybusConversation
import SaybusMessages
import SaybusTesting
import Synchronization
import Testing

@Suite("Commands over a bus")
struct CommandTests {
    @Test("a command is carried out, its response is played, and the turn ends once")
    func handled() async throws {
        let log = Log()
        let harness = try await Harness { manager in
            let catalog = CommandRecognizerCatalog()
            let board = SoundBoard()
            manager.addAudioSource(board, forTrack: .main)
            catalog.addCommandRecognizer(
                SearchCommandRecognizer(actionBlock: { command in
                    log.add("search \(command.parameters[SearchCommandRecognizer.parameterQuery]?.text ?? "-")")
                    board.speakText("Searching.") { log.add("\($0)") }
                }))
            manager.commandRegistry = catalog
        }
        let end = try await harness.say("search for green tea")
        #expect(end.outcome == .handled)
        #expect(end.command == StandardCommand.search)
        #expect(end.spoken == "Searching.")
        #expect(await log.lines == ["search green tea", "finished"])
        let bare = try await harness.say("search")
        #expect(bare.outcome == .handled)
        #expect(await log.lines.contains("search -"))
        #expect(harness.recorder.all(TurnEnded.self).count == 2)
        #expect(harness.recorder.bodies(CommandInvoked.self).map(\.type) == ["Search", "Search"])
        #expect(harness.recorder.bodies(AudioSequence.self).map(\.priority) == [10, 10])
        try await harness.stop()
        let last = await harness.recorder.first(Catalog.self) {
            $0.header.source.role == .dispatch && $0.body.commands.isEmpty
        }
        #expect(last != nil, "the recognizers forget the app")
    }

    @Test("an exact pattern outranks a block matcher, and an unlikely command leads only to the earcon")
    func ranking() async throws {
        let log = Log()
        let harness = try await Harness { manager in
            let catalog = CommandRecognizerCatalog()
            let greeting = CustomCommandRecognizer(customType: "Greeting") { log.add("greeting") }
            greeting.addTextMatcher(PatternCommandMatcher(patterns: ["hello", "hey", "what's up"]))
            greeting.addTextMatcher(
                BlockCommandMatcher { text in
                    CommandSuggestion(confidence: text.contains("hi") ? Confidence.likely : Confidence.unlikely)
                })
            catalog.addCommandRecognizer(greeting)
            let show = CustomCommandRecognizer(customType: "Show") { log.add("show") }
            show.addTextMatcher(PatternCommandMatcher(pattern: "Show me something."))
            catalog.addCommandRecognizer(show)
            manager.commandRegistry = catalog
        }
        #expect(try await harness.say("show me something").command == "Show")
        #expect(try await harness.say("nothing else").command == "Greeting")
        #expect(try await harness.say("What’s up?").command == "Greeting")
        let they = try await harness.say("they eat")
        #expect(they.outcome == .notUnderstood)
        #expect(await log.lines == ["show", "greeting", "greeting"])
        let tone = try #require(harness.recorder.bodies(AudioSequence.self).last)
        #expect(tone.track == "voice-request")
        #expect(tone.spokenText.isEmpty)
        let silence = try harness.send("", empty: .silence)
        let end = await harness.recorder.first(TurnEnded.self) { $0.header.turn == silence }
        #expect(end?.body.outcome == .noSpeech)
        #expect(harness.recorder.bodies(AudioSequence.self).count == 1, "silence has no answer")
        try await harness.stop()
    }

    struct Broken: Error, CustomStringConvertible { var description: String { "the oven is off" } }

    @Test("a handler that throws or hangs ends its turn as failed with an apology, and the next turn is served")
    func failures() async throws {
        let harness = try await Harness { manager in
            manager.handlerTimeout = .milliseconds(200)
            let catalog = CommandRecognizerCatalog()
            catalog.addCommandRecognizer(PlayCommandRecognizer(actionBlock: { () throws in throw Broken() }))
            catalog.addCommandRecognizer(
                NextCommandRecognizer(responseBuilder: { (_: Command) async throws -> VoiceRequestResponse in
                    throw Broken()
                }))
            catalog.addCommandRecognizer(
                PauseCommandRecognizer(actionBlock: { () async throws in try await Task.sleep(for: .seconds(3600)) }))
            catalog.addCommandRecognizer(
                HomeCommandRecognizer(responseBuilder: {
                    await withCheckedContinuation { (_: CheckedContinuation<Void, Never>) in }
                    return .terminalResponse(action: nil)
                }))
            catalog.addCommandRecognizer(
                BackCommandRecognizer(actionBlock: { () throws in throw CancellationError() }))
            catalog.addCommandRecognizer(HelpCommandRecognizer(responseBuilder: { .feedback("Here.") }))
            manager.commandRegistry = catalog
        }
        for (text, reason) in [
            ("play", "the oven is off"), ("next", "the oven is off"), ("pause", "took longer than 200 ms"),
            ("go home", "took longer than 200 ms"), ("go back", "was cancelled"),
        ] {
            let end = try await harness.say(text)
            #expect(end.outcome == .failed, "\(text)")
            #expect(end.spoken == "Sorry, that did not work.")
            #expect(end.reason?.contains(reason) == true, "\(end.reason ?? "-")")
        }
        #expect(try await harness.say("help").spoken == "Here.")
        #expect(harness.recorder.all(TurnEnded.self).count == 6)
        try await harness.stop()
    }

    @Test("each failed turn is in the log, with its command, session and turn, however often the same thing fails")
    func logged() async throws {
        let log = LogLines()
        let harness = try await Harness(logger: log.logger) { manager in
            let catalog = CommandRecognizerCatalog()
            catalog.addCommandRecognizer(PlayCommandRecognizer(actionBlock: { () throws in throw Broken() }))
            catalog.addCommandRecognizer(
                NextCommandRecognizer(responseBuilder: { (_: Command) async throws -> VoiceRequestResponse in
                    throw Broken()
                }))
            manager.commandRegistry = catalog
        }
        for (text, command) in [
            ("play", StandardCommand.play), ("play", StandardCommand.play), ("next", StandardCommand.next),
        ] {
            let turn = try harness.send(text)
            let end = await harness.recorder.first(TurnEnded.self) { $0.header.turn == turn }
            #expect(end?.body.reason == "the handler of \(command) failed: the oven is off")
            let details = ["a command failed", "command=\(command)", "session=default", "turn=\(turn)"]
            try await log.lines.require("the failure") { lines in
                lines.contains { line in details.allSatisfy { line.contains($0) } }
            }
        }
        try await harness.stop()
    }

    @Test("a handler that blocks the conversation's thread still ends its turn in time")
    func blocking() async throws {
        let gate = DispatchSemaphore(value: 0)
        let harness = try await Harness { manager in
            manager.handlerTimeout = .milliseconds(100)
            let catalog = CommandRecognizerCatalog()
            catalog.addCommandRecognizer(PlayCommandRecognizer(actionBlock: { gate.block() }))
            catalog.addCommandRecognizer(HelpCommandRecognizer(responseBuilder: { .feedback("Here.") }))
            manager.commandRegistry = catalog
        }
        #expect(try await harness.say("play").outcome == .failed)
        gate.signal()
        #expect(try await harness.say("help").spoken == "Here.")
        #expect(harness.recorder.all(TurnEnded.self).count == 2)
        try await harness.stop()
    }

    @Test("the catalog follows the registry, and the next turn uses it")
    func live() async throws {
        let topic = await ConversationTopic()
        let harness = try await Harness { manager in
            topic.addCommandRecognizer(HelpCommandRecognizer(responseBuilder: { .feedback("Help.") }))
            manager.commandRegistry = topic
        }
        #expect(try await harness.say("open sesame").outcome == .notUnderstood)
        let sub = await ConversationTopic()
        await Task { @ConversationActor in
            let door = CustomCommandRecognizer(customType: "Door", responseBuilder: { .feedback("It opens.") })
            door.addTextMatcher(PatternCommandMatcher(pattern: "open sesame"))
            sub.addCommandRecognizer(door)
            topic.addSubtopic(sub)
        }.value
        _ = try #require(await harness.recorder.first(Catalog.self) { $0.body.commands.contains { $0.type == "Door" } })
        #expect(try await harness.say("open sesame").command == "Door")
        let used = harness.recorder.bodies(SpeechIntent.self).last?.catalogRevision
        #expect(used == harness.recorder.bodies(Catalog.self).last?.revision)
        await Task { @ConversationActor in topic.removeAllSubtopics() }.value
        #expect(try await harness.say("open sesame").outcome == .notUnderstood)
        try await harness.stop()
    }

    @Test("a turn whose recognizer has failed ends as failed, with the reason and an apology")
    func recognizerFails() async throws {
        let harness = try await Harness { manager in
            let catalog = CommandRecognizerCatalog()
            catalog.addCommandRecognizer(HelpCommandRecognizer(responseBuilder: { .feedback("Here.") }))
            manager.commandRegistry = catalog
        }
        let turn = try harness.send("", empty: .failed, problem: "the model is gone")
        let end = await harness.recorder.first(TurnEnded.self) { $0.header.turn == turn }
        #expect(end?.body.outcome == .failed)
        #expect(end?.body.reason == "the recognizer failed: the model is gone")
        #expect(end?.body.spoken == "Sorry, that did not work.")
        #expect(try await harness.say("help").spoken == "Here.")
        try await harness.stop()
    }

    @Test("a menu item chosen during a question replaces it, and the question's turn ends")
    func menuWhileAsking() async throws {
        let log = Log()
        let recognizer = await SelectCommandRecognizer(actionBlock: { (command: Command) in
            log.add("\(command.parameters[SelectCommandRecognizer.parameterItemName]?.text ?? "-")")
        })
        let harness = try await Harness { manager in
            let catalog = CommandRecognizerCatalog()
            recognizer.addMenuItem(label: "Jiffy", parameters: ["itemName": "jiffy"])
            catalog.addCommandRecognizer(recognizer)
            catalog.addCommandRecognizer(
                HelpCommandRecognizer(responseBuilder: {
                    let request = StringRequest(promptText: "What with?") { _ in log.add("answered") }
                    request.standardResponder.cancelAction = { _ in log.add("called off") }
                    return VoiceRequestResponse(followupRequest: request)
                }))
            manager.commandRegistry = catalog
        }
        _ = try await harness.say("help")
        await Task { @ConversationActor in
            for item in harness.manager.menuItems { harness.manager.choose(item) }
        }.value
        let invoked = await harness.recorder.first(CommandInvoked.self) { $0.body.matcher == "menu" }
        let end = await harness.recorder.first(TurnEnded.self) { $0.header.turn == invoked?.header.turn }
        #expect(invoked != nil && end?.body.outcome == .handled)
        #expect(await harness.state(.cancelled) != nil)
        #expect(try await harness.say("select jiffy").command == StandardCommand.select, "no question is open any more")
        #expect(Set(await log.lines) == ["jiffy", "called off"])
        try await harness.stop()
    }

    @Test("another app's command is left to that app, and a menu item works without speech")
    func others() async throws {
        let log = Log()
        let recognizer = await SelectCommandRecognizer(actionBlock: { (command: Command) in
            log.add("\(command.parameters[SelectCommandRecognizer.parameterItemName]?.text ?? "-")")
        })
        let harness = try await Harness { manager in
            let catalog = CommandRecognizerCatalog()
            recognizer.addMenuItem(label: "Jiffy", parameters: ["itemName": "jiffy"])
            recognizer.addMenuItem(label: "Skippy", parameters: ["itemName": "skippy"])
            recognizer.removeMenuItem(label: "Skippy")
            catalog.addCommandRecognizer(recognizer)
            manager.commandRegistry = catalog
        }
        let turn = TurnID()
        try harness.client.publish(
            SpeechIntent(
                text: "boil water", hypotheses: [.init(app: "kitchen", type: "Boil", confidence: 0.9)], engine: "test"),
            turn: turn)
        await Task { @ConversationActor in
            for item in harness.manager.menuItems { harness.manager.choose(item) }
        }.value
        let invoked = await harness.recorder.first(CommandInvoked.self)
        #expect(invoked?.body.matcher == "menu")
        #expect(invoked?.body.text == "Jiffy")
        let end = await harness.recorder.first(TurnEnded.self) { $0.header.turn == invoked?.header.turn }
        #expect(end?.body.outcome == .handled)
        #expect(await log.lines == ["jiffy"])
        #expect(!harness.recorder.all(TurnEnded.self).contains { $0.header.turn == turn })
        #expect(try await harness.say("select jiffy").outcome == .handled, "the standard patterns still match")
        try await harness.stop()
    }
}

extension DispatchSemaphore {
    /// Blocks the thread, which a handler must not do.
    nonisolated func block() { wait() }
}
