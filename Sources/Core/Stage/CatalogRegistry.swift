import SaybusMessages

/// The newest catalog of each app, with the scopes of all its instances, for recognizers. Pure; bounded.
///
/// Several instances may publish the catalog of one app: replicas, an instance on standby, an instance that
/// was killed and its replacement. The newest catalog of a present instance counts. When all instances of an
/// app have disappeared without withdrawing their catalog, the app's commands are still recognized, so that
/// the user hears that the app cannot answer.
public struct CatalogRegistry: Sendable {
    /// The catalogs of all instances, in the order in which they arrived.
    private var catalogs: [(source: Source, catalog: Catalog)] = []
    private var gone: Set<Source> = []
    private let capacity: Int
    private let own: [Catalog]

    /// Creates a registry.
    /// - Parameters:
    ///   - capacity: The most catalogs; more are ignored.
    ///   - own: Catalogs that no app publishes, such as those of model files. A published catalog replaces
    ///     the one of the same app name.
    public init(capacity: Int = 1024, own: [Catalog] = []) { (self.capacity, self.own) = (capacity, own) }

    /// Updates the registry with an app's catalog; an empty one withdraws the app.
    /// - Returns: Whether anything changed.
    public mutating func update(_ message: Message<Catalog>) -> Bool {
        let source = message.header.source
        return changes { registry in
            if let index = registry.catalogs.firstIndex(where: { $0.source == source }) {
                // A repeated catalog changes nothing, and does not become the newest.
                if registry.catalogs[index].catalog == message.body, !registry.gone.contains(source) { return }
                registry.catalogs.remove(at: index)
            }
            registry.gone.remove(source)
            guard !message.body.commands.isEmpty else {
                // An instance that withdraws its catalog also withdraws those of the lost instances that it
                // replaced.
                registry.catalogs.removeAll { $0.catalog.app == message.body.app && registry.gone.contains($0.source) }
                registry.gone.formIntersection(registry.catalogs.map(\.source))
                return
            }
            if registry.catalogs.count >= registry.capacity { registry.makeRoom() }
            if registry.catalogs.count < registry.capacity { registry.catalogs.append((source, message.body)) }
        }
    }

    /// Updates the registry with the status of an app's instance. An instance that is gone may return.
    /// - Returns: Whether anything changed.
    public mutating func update(_ status: StageStatus) -> Bool {
        guard let source = Source(role: status.role, instance: status.instance),
            catalogs.contains(where: { $0.source == source })
        else { return false }
        return changes { registry in
            if status.state.isGone { registry.gone.insert(source) } else { registry.gone.remove(source) }
        }
    }

    /// The catalog of each app, sorted by the app's name, so that the order in which apps arrive does not
    /// matter.
    public var all: [Catalog] {
        var newest = Dictionary(own.map { ($0.app, $0) }, uniquingKeysWith: { first, _ in first })
        for (source, catalog) in catalogs where gone.contains(source) { newest[catalog.app] = catalog }
        let live = catalogs.filter { !gone.contains($0.source) }.map(\.catalog)
        // A catalog without an open scope does not replace another replica's catalog that has one, because it
        // contains less.
        var ofLive: [String: Catalog] = [:]
        for catalog in live where catalog.isOpen || ofLive[catalog.app]?.isOpen != true {
            ofLive[catalog.app] = catalog
        }
        for (app, instances) in Dictionary(grouping: live, by: \.app) where instances.count > 1 {
            ofLive[app]?.scopes = Self.scopes(of: instances)
        }
        newest.merge(ofLive) { _, live in live }
        return newest.values.sorted { $0.app < $1.app }
    }

    /// Returns the scopes of an app's commands, merged from all its instances, because each instance knows
    /// only its own conversations.
    private static func scopes(of instances: [Catalog]) -> [Catalog.Scope]? {
        let scopes = instances.flatMap { $0.scopes ?? [] }
        guard !scopes.isEmpty else { return nil }
        // A command that an instance lists without a scope is valid in all sessions.
        let everywhere = instances.reduce(into: Set<String>()) { types, catalog in
            types.formUnion(
                Set(catalog.commands.map(\.type)).subtracting((catalog.scopes ?? []).flatMap(\.commands)))
        }
        let held = scopes.compactMap { scope -> Catalog.Scope? in
            let commands = scope.commands.filter { !everywhere.contains($0) }
            return commands.isEmpty ? nil : Catalog.Scope(commands: commands, sessions: scope.sessions)
        }
        return held.isEmpty ? nil : held
    }

    private mutating func changes(_ change: (inout CatalogRegistry) -> Void) -> Bool {
        let before = all
        change(&self)
        return all != before
    }

    private mutating func makeRoom() {
        guard let index = catalogs.firstIndex(where: { gone.contains($0.source) }) else { return }
        gone.remove(catalogs.remove(at: index).source)
    }
}

extension Catalog {
    /// Whether a command with a scope is valid in at least one session now.
    fileprivate var isOpen: Bool { scopes?.contains { !$0.sessions.isEmpty } ?? false }
}
