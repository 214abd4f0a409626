import SaybusConversation
import SaybusMessages
import SaybusSupport
import SaybusTesting
import Testing

@Suite("Types of parameters in a Swift app")
struct SlotTypeTests {
    private static func list(_ name: String, _ values: String...) -> Catalog.SlotType {
        Catalog.SlotType(name: name, values: values.map { .init(value: $0) })
    }

    @Test("a command whose pattern has a type of the app is in the catalog with it, and is understood")
    func commands() async throws {
        let log = Log()
        let harness = try await Harness { manager in
            let catalog = CommandRecognizerCatalog()
            let recognizer = CustomCommandRecognizer(customType: "Paint") { command in
                log.add(command.parameters["colour"]?.text ?? "-")
            }
            recognizer.addTextMatcher(
                PatternCommandMatcher(
                    patterns: ["paint it @colour:Colour"], slotTypes: [Self.list("Colour", "red", "green")]))
            catalog.addCommandRecognizer(recognizer)
            manager.commandRegistry = catalog
        }
        let catalog = try #require(await harness.recorder.first(Catalog.self) { !$0.body.commands.isEmpty })
        #expect(catalog.body.slotTypes == [Self.list("Colour", "red", "green")])
        #expect(try await harness.say("paint it green").outcome == .handled)
        #expect(try await harness.say("paint it banana").outcome == .notUnderstood)
        #expect(await log.lines == ["green"])
        try await harness.stop()
    }

    @Test("what can be said is told with a value of the type")
    @ConversationActor
    func told() {
        let manager = ConversationManager(name: "app")
        let recognizer = CustomCommandRecognizer(customType: "Paint") {}
        recognizer.addTextMatcher(
            PatternCommandMatcher(
                patterns: ["paint it @colour:Colour"], slotTypes: [Self.list("Colour", "red", "green")]))
        let catalog = CommandRecognizerCatalog()
        catalog.addCommandRecognizer(recognizer)
        manager.commandRegistry = catalog
        #expect(manager.availableCommands == ["Say \"paint it red\"."])
    }

    @Test("of two commands with different types of one name, the first decides")
    func conflict() async throws {
        let harness = try await Harness { manager in
            let catalog = CommandRecognizerCatalog()
            for (type, value) in [("Paint", "red"), ("Dye", "blue")] {
                let recognizer = CustomCommandRecognizer(customType: type) {}
                recognizer.addTextMatcher(
                    PatternCommandMatcher(
                        patterns: ["\(type.lowercased()) it @colour:Colour"], slotTypes: [Self.list("Colour", value)]))
                catalog.addCommandRecognizer(recognizer)
            }
            manager.commandRegistry = catalog
        }
        let catalog = try #require(await harness.recorder.first(Catalog.self) { !$0.body.commands.isEmpty })
        #expect(catalog.body.slotTypes == [Self.list("Colour", "red")])
        try await harness.stop()
    }

    @Test("a question for a pattern has types of its own, which the recognizers get with the patterns")
    func questions() async throws {
        let log = Log()
        let harness = try await Harness { manager in
            let catalog = CommandRecognizerCatalog()
            catalog.addCommandRecognizer(
                PlayCommandRecognizer {
                    .followup(
                        PatternMatchRequest(
                            templates: ["@piece:Piece to @square"], slotTypes: [Self.list("Piece", "rook", "queen")],
                            promptText: "Your move?"
                        ) { log.add($0?.entities["piece"]?.text ?? "-") })
                })
            manager.commandRegistry = catalog
        }
        _ = try harness.send("play")
        _ = try #require(await harness.state(.listening))
        let answers = await harness.recorder.first(Catalog.self) {
            $0.body.commands.contains { $0.type == SpeechIntent.Hypothesis.answerType }
        }
        #expect(answers?.body.slotTypes?.map(\.name) == ["Piece"])
        #expect(try await harness.say("queen to e four").outcome == .handled)
        #expect(await log.lines == ["queen"])
        try await harness.stop()
    }

    @Test("a question that no answer can match is not asked: its turn fails, and the reason names the pattern")
    func impossible() async throws {
        let log = LogLines()
        let harness = try await Harness(logger: log.logger) { manager in
            let catalog = CommandRecognizerCatalog()
            catalog.addCommandRecognizer(
                PlayCommandRecognizer {
                    .followup(PatternMatchRequest(templates: ["@piece:Piece"], promptText: "Which piece?"))
                })
            manager.commandRegistry = catalog
        }
        let end = try await harness.say("play")
        #expect(end.outcome == .failed)
        #expect(end.reason?.contains("@piece:Piece") == true, "\(end)")
        #expect(harness.states.isEmpty)
        _ = try await harness.say("play")
        #expect(!log.lines.value.contains { $0.contains("was made and not returned") })
        let refusal = await #expect(throws: VoiceRequestRefusal.self) {
            try await harness.manager.presentVoiceRequest(
                PatternMatchRequest(templates: ["@piece:Piece"], promptText: "Which piece?"))
        }
        #expect(refusal?.description.contains("the type Piece of @piece is unknown") == true)
        try await harness.stop()
    }
}
