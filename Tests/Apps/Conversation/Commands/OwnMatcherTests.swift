import SaybusBus
import SaybusDispatch
import SaybusMessages
import SaybusSupport
import SaybusTesting
import Testing

@testable import SaybusConversation

@Suite("Matchers of an app's own", .timeLimit(.minutes(1)))
struct OwnMatcherTests {
    /// The times of apps on a slow machine: an offer that is made after the usual time of the matchers is not late.
    private static let ampleTimes: OfferTimes = {
        var times = OfferTimes()
        (times.offer, times.arrival) = (.seconds(30), .seconds(40))
        return times
    }()

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
        _ = try #require(await harness.recorder.first(SpeechIntent.self) { $0.header.turn == turn })
        try harness.client.publish(TurnEnded(outcome: .handled), turn: turn)
        try harness.client.publish(VoiceRequestStatus(request: request, state: .completed, question: question))
        #expect(try await harness.say("go").outcome == .notUnderstood)
        #expect(await log.lines == ["help", "go"])
        try await harness.stop()
    }

    @Test("of several apps whose matchers accept words, the one whose name comes first carries out its command alone")
    func several() async throws {
        let harness = try await Harness { manager in
            manager.offerTimes = Self.ampleTimes
            manager.commandRegistry = Self.registry(accepting: ["go"])
        }
        let zoo = try await Zoo(beside: harness, accepting: ["go", "fly"])
        for (words, app) in [("go", "app"), ("fly", "zoo")] {
            let end = try await harness.say(words)
            #expect(end.outcome == .handled && end.app == app, "\(words): \(end)")
        }
        #expect(try await harness.say("swim").outcome == .notUnderstood)
        #expect(harness.recorder.bodies(CommandInvoked.self).map(\.app) == ["app", "zoo"])
        await zoo.stop()
        try await harness.stop()
    }

    @Test("one that hangs does not keep its app from saying in time that another one accepts the words")
    func hanging() async throws {
        let harness = try await Harness { manager in
            let registry = Self.registry(accepting: ["go"])
            let hanging = CustomCommandRecognizer(customType: "Hanging") {}
            hanging.addTextMatcher(
                BlockCommandMatcher { _ -> CommandSuggestion? in
                    await Watched(false).wait { $0 }
                    return nil
                })
            registry.addCommandRecognizer(hanging)
            manager.offerTimes = Self.ampleTimes
            manager.commandRegistry = registry
        }
        let zoo = try await Zoo(beside: harness, accepting: ["go"])
        let end = try await harness.say("go")
        #expect(end.outcome == .handled && end.app == "app" && end.command == "Own", "\(end)")
        let offer = await harness.recorder.first(IntentOffer.self) { $0.body.app == "app" }
        #expect(offer?.body.answer == .yes)
        await zoo.stop()
        try await harness.stop()
    }

    /// A second app on the bus of a harness, with a command whose matcher accepts some words.
    private struct Zoo {
        private let bus: Bus
        private let running: Task<Void, any Error>

        init(beside harness: Harness, accepting words: [String]) async throws {
            let bus = try harness.test.connect(.dispatch, instance: "zoo", tracking: ConversationManager.tracking)
            let manager = await Task { @ConversationActor in
                let manager = ConversationManager(name: "zoo")
                manager.offerTimes = OwnMatcherTests.ampleTimes
                manager.commandRegistry = OwnMatcherTests.registry(accepting: words)
                return manager
            }.value
            self.bus = bus
            running = Task { try await manager.run(on: bus, logger: TestBus.quiet) }
            let ready = await harness.recorder.first(StageStatus.self) {
                $0.body.instance == "zoo" && $0.body.role == .dispatch && $0.body.state == .ready
            }
            try #require(ready != nil)
        }

        func stop() async {
            running.cancel()
            _ = await running.result
            await bus.close()
        }
    }

    /// Returns the registry of a command without patterns, whose matcher accepts some words.
    @ConversationActor
    private static func registry(accepting words: [String]) -> CommandRecognizerCatalog {
        let catalog = CommandRecognizerCatalog()
        let command = CustomCommandRecognizer(customType: "Own") {}
        command.addTextMatcher(
            BlockCommandMatcher { text -> CommandSuggestion? in
                words.contains(text) ? CommandSuggestion(confidence: 1) : nil
            })
        catalog.addCommandRecognizer(command)
        return catalog
    }

    @Test("words that another app takes for its command are left to it, however sure a matcher is")
    @ConversationActor
    func otherApps() async {
        let own = CustomCommandRecognizer(customType: "Own") {}
        own.addTextMatcher(BlockCommandMatcher { _ in CommandSuggestion(confidence: 1) })
        let others = SpeechIntent.Hypothesis(app: "b", type: "Other", confidence: 0.8)
        let unlikely = SpeechIntent.Hypothesis(app: "b", type: "Other", confidence: 0.3)
        for (hypothesis, isOwn) in [(others, false), (unlikely, true)] {
            let result = SpeechRecognitionResult(transcript: "go", hypotheses: [hypothesis])
            let suggestions = await CommandResolution.suggestions(
                for: result, by: [own], matchesPatterns: false, limit: .seconds(10)
            ) { Issue.record("\($0)") }
            let resolution = CommandResolution.resolve(result, app: "a", recognizers: [own], suggestions: suggestions)
            let isInvoked = if case .invoke = resolution { true } else { false }
            #expect(isInvoked == isOwn, "\(hypothesis)")
        }
    }

    @Test("one that does not answer in time leaves the commands of the others alone")
    func slow() async throws {
        let log = Log()
        let harness = try await Harness { manager in
            manager.handlerTimeout = .milliseconds(500)
            let catalog = CommandRecognizerCatalog()
            let slow = CustomCommandRecognizer(customType: "Slow") { log.add("slow") }
            slow.addTextMatcher(
                BlockCommandMatcher { _ -> CommandSuggestion? in
                    await Watched(false).wait { $0 }
                    return nil
                })
            catalog.addCommandRecognizer(slow)
            let quick = CustomCommandRecognizer(customType: "Quick") { command in
                log.add("quick \(command.parameters["words"]?.text ?? "")")
            }
            for confidence in [0.9, 0.8] {
                quick.addTextMatcher(
                    BlockCommandMatcher { text in
                        CommandSuggestion(confidence: confidence, parameters: ["words": .text("\(text) \(confidence)")])
                    })
            }
            catalog.addCommandRecognizer(quick)
            manager.commandRegistry = catalog
        }
        #expect(try await harness.say("do it").command == "Quick")
        #expect(await log.lines == ["quick do it 0.9"])
        try await harness.stop()
    }
}
