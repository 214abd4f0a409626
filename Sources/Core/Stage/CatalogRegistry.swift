import SaybusMessages

/// The catalogs of all apps, newest each with the scopes of all its instances, as recognizers need them. Pure; bounded.
///
/// Several instances may publish the catalog of one app: replicas, one on standby, one that was killed beside the one started in its place. The one
/// heard of last that is there says what is understood. An app whose instances are all gone without a goodbye is understood still, so that the
/// user hears that it cannot answer.
public struct CatalogRegistry: Sendable {
    /// In the order in which they came.
    private var catalogs: [(source: Source, catalog: Catalog)] = []
    private var gone: Set<Source> = []
    private let capacity: Int
    private let own: [Catalog]

    /// A book for so many catalogs; more are not taken note of.
    ///
    /// - Parameter own: Catalogs that nobody publishes, as of model files. An app that publishes one takes the place of
    ///   that of its name.
    public init(capacity: Int = 1024, own: [Catalog] = []) { (self.capacity, self.own) = (capacity, own) }

    /// Takes note of an app's catalog; an empty one means that the app has gone.
    /// - Returns: Whether anything changed.
    public mutating func note(_ message: Message<Catalog>) -> Bool {
        let source = message.header.source
        return changes { book in
            if let index = book.catalogs.firstIndex(where: { $0.source == source }) {
                // The same again is no news, and does not make it the newest.
                if book.catalogs[index].catalog == message.body, !book.gone.contains(source) { return }
                book.catalogs.remove(at: index)
            }
            book.gone.remove(source)
            guard !message.body.commands.isEmpty else {
                // Who says goodbye speaks for those, too, in whose place it was started.
                book.catalogs.removeAll { $0.catalog.app == message.body.app && book.gone.contains($0.source) }
                book.gone.formIntersection(book.catalogs.map(\.source))
                return
            }
            if book.catalogs.count >= book.capacity { book.makeRoom() }
            if book.catalogs.count < book.capacity { book.catalogs.append((source, message.body)) }
        }
    }

    /// Takes note of how an app's instance is: one that is gone may come back.
    /// - Returns: Whether anything changed.
    public mutating func note(_ status: StageStatus) -> Bool {
        guard let source = Source(role: status.role, instance: status.instance),
            catalogs.contains(where: { $0.source == source })
        else { return false }
        return changes { book in
            if status.state.isGone { book.gone.insert(source) } else { book.gone.remove(source) }
        }
    }

    /// One of each app, by name, so that the order of arrival of different apps decides nothing.
    public var all: [Catalog] {
        var newest = Dictionary(own.map { ($0.app, $0) }, uniquingKeysWith: { first, _ in first })
        for (source, catalog) in catalogs where gone.contains(source) { newest[catalog.app] = catalog }
        let live = catalogs.filter { !gone.contains($0.source) }.map(\.catalog)
        // A replica with nothing open in its conversations publishes less than one that has, and takes nothing from that.
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

    /// Where the commands of an app can be said, by all its instances: each knows that of its own conversations only.
    private static func scopes(of instances: [Catalog]) -> [Catalog.Scope]? {
        let scopes = instances.flatMap { $0.scopes ?? [] }
        guard !scopes.isEmpty else { return nil }
        // What an instance lists without a scope can be said wherever that one is.
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
    /// Whether it has something that can be said in some conversations only, and now in one.
    fileprivate var isOpen: Bool { scopes?.contains { !$0.sessions.isEmpty } ?? false }
}
