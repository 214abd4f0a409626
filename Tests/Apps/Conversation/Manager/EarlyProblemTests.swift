import SaybusMessages
import SaybusTesting
import Testing

@testable import SaybusConversation

private final class GermanApp: ConversationApp {
    static let language = "de-DE"

    func setUp(_ manager: ConversationManager) { manager.report(problem: "the oven is missing") }
}

@Suite("An app before its first conversation", .timeLimit(.minutes(1)))
struct EarlyProblemTests {
    @Test("problems of the setup, and of the first catalog, are in the log once the conversation is connected")
    func reported() async throws {
        let log = LogLines()
        let harness = try await Harness(logger: log.logger) { manager in
            manager.report(problem: "the oven is missing")
            let catalog = CommandRecognizerCatalog()
            for (type, value) in [("Paint", "red"), ("Dye", "blue")] {
                let recognizer = CustomCommandRecognizer(customType: type) {}
                recognizer.addTextMatcher(
                    PatternCommandMatcher(
                        patterns: ["\(type.lowercased()) it @colour:Colour"],
                        slotTypes: [Catalog.SlotType(name: "Colour", values: [.init(value: value)])]))
                catalog.addCommandRecognizer(recognizer)
            }
            manager.commandRegistry = catalog
            // As the program does, which announces the catalog before anybody has spoken.
            _ = manager.catalog
        }
        for text in ["the oven is missing", "the command Dye has a type Colour unlike another command's"] {
            try await log.lines.require("the problem") { $0.contains { $0.contains(text) } }
        }
        try await harness.stop()
    }

    @Test("an app's language is that of its conversations and catalogs, and its early problems are handed over once")
    @ConversationActor
    func language() async throws {
        let manager = try await GermanApp.makeManager()
        #expect(manager.language == "de-DE")
        #expect(manager.catalog.language == "de-DE")
        #expect(manager.takeEarlyProblems() == ["the oven is missing"])
        #expect(manager.takeEarlyProblems().isEmpty)
    }
}
