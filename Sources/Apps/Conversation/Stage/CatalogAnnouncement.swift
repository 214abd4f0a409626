import Logging
import SaybusBus
import SaybusMessages
import SaybusStage
import Synchronization

/// Keeps on the bus what the app understands, and what the questions that are open expect.
final class CatalogAnnouncement: Sendable {
    private struct State {
        var app: App
        /// The topics that are entered.
        var entered: [Session: Set<String>] = [:]
        /// What the open questions expect, and where they are asked.
        var phrases: [String] = []
        var asked: [Session] = []
        var published: Catalog

        /// What can be said now, and where.
        var catalog: Catalog {
            let own = app.catalog(entered: entered)
            guard !phrases.isEmpty else { return own }
            let answers = Catalog.Command(
                type: ConversationManager.answerType, patterns: phrases + ConversationManager.cancelPhrases)
            return Catalog(
                app: own.app, language: own.language, commands: own.commands + [answers], slotTypes: own.slotTypes,
                scopes: (own.scopes ?? []) + [Catalog.Scope(commands: [answers.type], sessions: asked)])
        }
    }

    private let context: StageContext
    private let state: Mutex<State>

    /// An announcement of an app; ``first`` is to be published before anything changes.
    init(_ app: App, _ context: StageContext) {
        self.context = context
        state = Mutex(State(app: app, published: app.catalog(entered: [:]).scoped(to: context.session)))
    }

    /// What is understood where nothing goes on.
    var first: Catalog { state.withLock(\.published) }

    /// The answers that are expected now in these conversations look like this.
    func expect(_ phrases: [String], in sessions: [Session]) {
        announce { ($0.phrases, $0.asked) = (phrases, sessions) }
    }

    /// These topics are entered now.
    func enter(_ entered: [Session: Set<String>]) { announce { $0.entered = entered } }

    /// The app understands something else now.
    func change(to app: App) { announce { $0.app = app } }

    private func announce(_ change: (inout State) -> Void) {
        let revision = state.withLock { state in
            change(&state)
            let now = state.catalog.scoped(to: context.session)
            guard now != state.published else { return now.revision }
            do {
                try context.bus.publish(now, session: context.session)
                state.published = now
            } catch {
                context.logger.error("the catalog cannot be published", metadata: ["error": "\(error)"])
            }
            return now.revision
        }
        context.update { $0.catalogRevision = revision }
    }
}
