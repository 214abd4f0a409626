import Bus
import Logging
import Messages
import Stage
import Synchronization

/// Keeps on the bus what the app understands, and what the questions that are open expect.
final class CatalogAnnouncement: Sendable {
    private let catalog: Catalog
    private let context: StageContext
    private let published: Mutex<String>

    /// An announcement of a catalog that has been published.
    init(_ catalog: Catalog, _ context: StageContext) {
        (self.catalog, self.context) = (catalog, context)
        published = Mutex(catalog.revision)
    }

    /// The answers that are expected now look like this.
    func expect(_ phrases: [String]) {
        var commands = catalog.commands
        if !phrases.isEmpty {
            commands.append(
                Catalog.Command(
                    type: ConversationManager.answerType, patterns: phrases + ConversationManager.cancelPhrases))
        }
        let now = Catalog(
            app: catalog.app, language: catalog.language, commands: commands, slotTypes: catalog.slotTypes)
        published.withLock { published in
            guard now.revision != published else { return }
            do {
                try context.bus.publish(now, session: context.session)
                published = now.revision
            } catch {
                context.logger.error("the catalog cannot be published", metadata: ["error": "\(error)"])
            }
        }
        context.update { $0.catalogRevision = now.revision }
    }
}
