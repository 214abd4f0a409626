import SaybusMessages

/// The changed catalogs of conversations. They are published together, after the current work on the actor.
@ConversationActor
final class CatalogChanges {
    /// Publishes the changed catalogs of sessions; nil stands for that of an idle session.
    typealias Publish = @ConversationActor ([(session: Session, catalog: Catalog?)]) -> Void

    private let publish: Publish
    private var changed: [Session: Catalog?] = [:]
    private var isDue = false
    private var isClosed = false
    /// Actions that wait until the changed catalogs have been published.
    private var actions: [@ConversationActor () -> Void] = []

    init(publish: @escaping Publish) { self.publish = publish }

    /// Sets the catalog of a session; nil for that of an idle session.
    func set(_ catalog: Catalog?, for session: Session) {
        guard !isClosed else { return }
        changed[session] = .some(catalog)
        guard !isDue else { return }
        isDue = true
        Task {
            isDue = false
            publishAll()
        }
    }

    /// Performs an action once the changed catalogs have been published; at once when none has changed.
    func whenPublished(_ action: @escaping @ConversationActor () -> Void) {
        if isDue { actions.append(action) } else { action() }
    }

    /// Publishes no more catalogs, because the program ends.
    func close() { isClosed = true }

    private func publishAll() {
        let catalogs = changed.map { (session: $0.key, catalog: $0.value) }
        changed = [:]
        if !isClosed { publish(catalogs) }
        let actions = actions
        self.actions = []
        for action in actions { action() }
    }
}
