import SaybusMessages
import Testing

@testable import SaybusConversation

/// A recognizer that counts how often its type is read, as the catalog is made.
@ConversationActor
private final class CountingRecognizer: VerbalCommandRecognizer {
    private(set) var reads = 0
    override var commandType: String {
        reads += 1
        return "Count"
    }
}

/// A registry that makes its recognizers whenever they are read.
@ConversationActor
private final class ComputedRegistry: VerbalCommandRegistry {
    var commandRecognizers: [VerbalCommandRecognizer] {
        let recognizer = CustomCommandRecognizer(customType: "Open") {}
        recognizer.addTextMatcher(PatternCommandMatcher(pattern: "open the door"))
        recognizer.summary = "Opens the door."
        return [recognizer]
    }
}

@Suite("Changes of the commands")
@ConversationActor
struct RegistryChangeTests {
    /// Returns the number of notifications while a closure runs.
    private func notices(during body: () -> Void) -> Int {
        let observer = CommandRecognizerCatalog()
        var count = 0
        RegistryChanges.observe(observer) { count += 1 }
        body()
        RegistryChanges.forget(observer)
        return count
    }

    @Test("a change in one conversation leaves the catalogs of the others as they are")
    func others() {
        let manager = ConversationManager(name: "app")
        let recognizer = CountingRecognizer(summary: nil) { _ in .done }
        let commands = CommandRecognizerCatalog()
        commands.addCommandRecognizer(recognizer)
        manager.commandRegistry = commands
        #expect(manager.catalog.commands.map(\.type) == ["Count"])
        let reads = recognizer.reads
        let other = ConversationTopic()
        let help = HelpCommandRecognizer {}
        other.addCommandRecognizer(help)
        #expect(other.commandRecognizers.count == 1)
        let count = notices {
            other.addCommandRecognizer(BackCommandRecognizer {})
            other.removeCommandRecognizer(help)
        }
        #expect(count == 2)
        #expect(manager.catalog.commands.count == 1)
        #expect(recognizer.reads == reads, "the catalog is not made again")
        recognizer.summary = "Counts."
        #expect(manager.catalog.commands.first?.summary == "Counts.")
    }

    @Test("a registry that makes its recognizers when it is read tells of no change by that")
    func computed() {
        let manager = ConversationManager(name: "app")
        manager.commandRegistry = ComputedRegistry()
        let count = notices {
            for _ in 1...2 { #expect(manager.catalog.commands.first?.patterns == ["open the door"]) }
        }
        #expect(count == 0, "each would be another reason to read it")
    }

    @Test("what nobody has read, and what stays as it was, is no change")
    func unread() {
        let topic = ConversationTopic()
        let list = CommandRecognizerCatalog()
        let help = HelpCommandRecognizer {}
        let count = notices {
            topic.addCommandRecognizer(help)
            list.addCommandRecognizer(help)
            help.summary = "Helps."
            _ = (topic.commandRecognizers, list.commandRecognizers)
            topic.removeCommandRecognizer(BackCommandRecognizer {})
            list.removeCommandRecognizer(BackCommandRecognizer {})
        }
        #expect(count == 0)
    }

    @Test("recognizers of one class share the matcher of their standard patterns")
    func shared() {
        let matchers = (1...2).map { _ in
            StandardMatchers.matcher(of: HelpCommandRecognizer.self, patterns: ["help"], slotTypes: [])
        }
        let other = StandardMatchers.matcher(of: HelpCommandRecognizer.self, patterns: ["hilfe"], slotTypes: [])
        #expect(matchers[0].matcher === matchers[1].matcher)
        #expect(matchers[0].matcher !== other.matcher && other.attemptMatch("hilfe") != nil)
    }
}
