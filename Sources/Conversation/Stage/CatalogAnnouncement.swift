import Bus
import Logging
import Messages
import Stage
import Synchronization

/// Keeps on the bus what the app understands, and what the questions that are open expect.
final class CatalogAnnouncement: Sendable {
    private struct State {
        var catalog: Catalog
        var phrases: [String] = []
        var published: String
    }

    private let context: StageContext
    private let state: Mutex<State>

    /// An announcement of a catalog that has been published.
    init(_ catalog: Catalog, _ context: StageContext) {
        self.context = context
        state = Mutex(State(catalog: catalog, published: catalog.revision))
    }

    /// The answers that are expected now look like this.
    func expect(_ phrases: [String]) { announce { $0.phrases = phrases } }

    /// The app understands something else now.
    func change(to catalog: Catalog) { announce { $0.catalog = catalog } }

    private func announce(_ change: (inout State) -> Void) {
        let revision = state.withLock { state in
            change(&state)
            let (catalog, phrases) = (state.catalog, state.phrases)
            var commands = catalog.commands
            if !phrases.isEmpty {
                commands.append(
                    Catalog.Command(
                        type: ConversationManager.answerType, patterns: phrases + ConversationManager.cancelPhrases))
            }
            let now = Catalog(
                app: catalog.app, language: catalog.language, commands: commands, slotTypes: catalog.slotTypes)
            guard now.revision != state.published else { return now.revision }
            do {
                try context.bus.publish(now, session: context.session)
                state.published = now.revision
            } catch {
                context.logger.error("the catalog cannot be published", metadata: ["error": "\(error)"])
            }
            return now.revision
        }
        context.update { $0.catalogRevision = revision }
    }
}
