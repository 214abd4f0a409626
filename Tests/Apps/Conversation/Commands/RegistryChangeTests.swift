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
    /// Returns the number of notifications that a manager gets while a closure runs.
    private func notices(of manager: ConversationManager, during body: () -> Void) -> Int {
        var count = 0
        RegistryChanges.observe(manager) { count += 1 }
        body()
        RegistryChanges.forget(manager)
        return count
    }

    private func manager(of registry: any VerbalCommandRegistry) -> ConversationManager {
        let manager = ConversationManager(name: "app")
        manager.commandRegistry = registry
        return manager
    }

    @Test("a change is told to the conversation that has read what changes, whose catalog alone is made again")
    func others() {
        let recognizer = CountingRecognizer(summary: nil) { _ in .done }
        let commands = CommandRecognizerCatalog()
        commands.addCommandRecognizer(recognizer)
        let manager = manager(of: commands)
        #expect(manager.catalog.commands.map(\.type) == ["Count"])
        let reads = recognizer.reads
        let (root, topic, help) = (ConversationTopic(), ConversationTopic(), HelpCommandRecognizer {})
        topic.addCommandRecognizer(help)
        root.addSubtopic(topic)
        let other = self.manager(of: root)
        #expect(other.catalog.commands.count == 1)
        let change = {
            topic.addCommandRecognizer(BackCommandRecognizer {})
            topic.removeCommandRecognizer(help)
            help.summary = "Helps."
            root.removeSubtopic(topic)
        }
        var told: [Int] = []
        let count = notices(of: manager) { told.append(notices(of: other, during: change)) }
        let isToldOnly = count == 0 && told == [4]
        #expect(isToldOnly)
        #expect(manager.catalog.commands.count == 1 && other.catalog.commands.isEmpty)
        #expect(recognizer.reads == reads, "the catalog is not made again")
        let own = notices(of: manager) { recognizer.summary = "Counts." }
        #expect(own == 1)
        #expect(manager.catalog.commands.first?.summary == "Counts.")
    }

    @Test("a registry that makes its recognizers when it is read tells of no change by that")
    func computed() {
        let manager = manager(of: ComputedRegistry())
        let count = notices(of: manager) {
            for _ in 1...2 { #expect(manager.catalog.commands.first?.patterns == ["open the door"]) }
        }
        #expect(count == 0, "each would be another reason to read it")
    }

    @Test("what the conversation has not read, and what stays as it was, is no change")
    func unread() {
        let (topic, list, help) = (ConversationTopic(), CommandRecognizerCatalog(), HelpCommandRecognizer {})
        topic.addCommandRecognizer(help)
        let manager = manager(of: topic)
        #expect(manager.catalog.commands.count == 1)
        let count = notices(of: manager) {
            list.addCommandRecognizer(help)
            _ = list.commandRecognizers
            list.removeCommandRecognizer(help)
            help.summary = HelpCommandRecognizer.standardSummary
            topic.removeCommandRecognizer(BackCommandRecognizer {})
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
