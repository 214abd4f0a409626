import Logging
import SaybusBus
import SaybusMessages
import SaybusStage
import Synchronization

/// A publisher of an app's catalog, whenever it has changed. Some sessions may have commands of their own.
package final class CatalogPublisher: Sendable {
    private struct State {
        var merged: MergedCatalog
        /// The catalog that was published last; nil when none was, or it had no commands.
        var published: Catalog?
        var isClosed = false
    }

    private let bus: Bus
    private let session: Session?
    private let logger: Logger
    private let context: StageContext?
    private let empty: Catalog
    /// The state, locked while a catalog is published, so that an older one never follows a newer one.
    private let state: Mutex<State>

    /// Creates a publisher that has published nothing yet.
    /// - Parameters:
    ///   - base: The catalog of an idle session.
    ///   - session: The only session of the app; nil for all sessions.
    ///   - isReplaced: Whether the catalog of the only session replaces the base instead of being merged with it.
    ///   - context: The stage whose status shows the catalog's revision; nil for none.
    init(
        _ base: Catalog, bus: Bus, session: Session?, isReplaced: Bool, logger: Logger, context: StageContext?
    ) {
        (self.bus, self.session, self.logger, self.context) = (bus, session, logger, context)
        empty = Catalog(app: base.app, language: base.language, commands: [])
        state = Mutex(State(merged: MergedCatalog(base.scoped(to: session), only: isReplaced ? session : nil)))
    }

    /// The catalog that was published last; nil when none was, or it had no commands: recognizers keep no such catalog.
    package var published: Catalog? { state.withLock(\.published) }

    /// Publishes the first catalog, unless it has no commands.
    /// - Parameter first: The catalog of an idle session.
    func publishFirst(_ first: Catalog) throws {
        let first = first.scoped(to: session)
        guard !first.commands.isEmpty else { return }
        try state.withLock { state in
            try bus.publish(first, session: session)
            state.published = first
        }
    }

    /// Shows the published revision in the stage's status.
    func showRevision() {
        guard let revision = published?.revision else { return }
        context?.update { $0.catalogRevision = revision }
    }

    /// Sets the catalog of the sessions without a catalog of their own.
    package func setBase(_ catalog: Catalog) { update { $0.setBase(catalog.scoped(to: session)) } }

    /// Sets the catalog of one session; nil for the base.
    package func set(_ catalog: Catalog?, for session: Session) { update { $0.set(catalog, for: session) } }

    /// Sets the catalogs of several sessions, and publishes once.
    package func set(_ catalogs: [(session: Session, catalog: Catalog?)]) {
        update { merged in
            var hasChanged = false
            for (session, catalog) in catalogs where merged.set(catalog, for: session) { hasChanged = true }
            return hasChanged
        }
    }

    /// Publishes the catalog once more, unless it is withdrawn.
    func publishAgain() {
        state.withLock { state in
            guard !state.isClosed, let catalog = state.published else { return }
            do { try bus.publish(catalog, session: session) } catch {
                logger.error("the catalog cannot be published", metadata: ["error": "\(error)"])
            }
        }
    }

    /// Publishes an empty catalog in place of that of a killed predecessor, which has the answers to its questions. A
    /// catalog of this program that has commands has replaced it already.
    func withdrawPredecessor() {
        state.withLock { state in
            guard !state.isClosed, state.published == nil else { return }
            do { try bus.publish(empty, session: session) } catch {
                logger.error("the catalog cannot be published", metadata: ["error": "\(error)"])
            }
        }
    }

    /// Publishes an empty catalog, so that the recognizers remove the app.
    func withdraw() throws(BusError) {
        let isFirst = state.withLock { state in
            defer { state.isClosed = true }
            return !state.isClosed
        }
        if isFirst { try bus.publish(empty, session: session) }
    }

    private func update(_ change: (inout MergedCatalog) -> Bool) {
        let (hasChanged, revision): (Bool, String?) = state.withLock { state in
            guard !state.isClosed, change(&state.merged) else { return (false, nil) }
            let catalog = state.merged.catalog.scoped(to: session)
            let next = catalog.commands.isEmpty ? nil : catalog
            guard next != state.published else { return (false, nil) }
            do {
                try bus.publish(catalog, session: session)
                state.published = next
            } catch {
                logger.error("the catalog cannot be published", metadata: ["error": "\(error)"])
                return (false, nil)
            }
            return (true, next?.revision)
        }
        if hasChanged { context?.update { $0.catalogRevision = revision } }
    }
}
