import SaybusBus
import SaybusMessages

/// The catalogs of the site's own apps, which recognizers elsewhere need.
extension SiteRelay {
    /// The most catalogs that cross.
    static let maximumCatalogs = 256
    /// The most instances of an app whose catalogs are remembered.
    static let maximumInstances = 16
    /// Microseconds for which a catalog waits for a stream; after that it is sent when the line is back, or when a site
    /// begins to serve this one.
    static let catalogLife: Int64 = 30_000_000

    mutating func receiveCatalog(_ message: RawMessage, now: Int64) -> [LinkAction] {
        guard let catalog = (try? message.decode(Catalog.self))?.body, !SiteName.isForeign(catalog.app),
            settings.site.qualified(message.header.session) != nil
        else { return [] }
        let crossing = recordInstance(message, catalog)
        guard let line = line(crossing, to: Self.anyone, app: catalog.app) else {
            counters.refuse(
                "the app \(catalog.app.shortened(to: 40).safeForTerminal) does not cross: its name is too long", at: now
            )
            return []
        }
        guard catalogs[line.subject] != nil || catalogs.count < Self.maximumCatalogs else {
            counters.refuse("more than \(Self.maximumCatalogs) catalogs", at: now)
            return []
        }
        // An older one that still waits would come behind it.
        let former = catalogs[line.subject].flatMap { Self.id(of: $0) }
        if let former, former != message.header.id {
            stores.remove(former)
            keptCatalogs.remove(former)
            catalogsWithoutRoom.remove(former)
        }
        catalogs[line.subject] = line
        return store(catalog: line, message.header.id, now: now)
    }

    /// Records the catalog of an instance of an app.
    /// - Returns: The message that crosses. An instance that withdraws its catalog leaves that of another one which is
    ///   there: under the id of the withdrawal, since a stream takes a known id for a repetition.
    private mutating func recordInstance(_ message: RawMessage, _ catalog: Catalog) -> RawMessage {
        let key = "\(message.header.session) \(catalog.app)"
        guard catalogInstances[key] != nil || catalogInstances.count < Self.maximumCatalogs else { return message }
        let source = message.header.source
        let others = (catalogInstances[key] ?? []).filter { $0.header.source != source }
        guard catalog.commands.isEmpty else {
            catalogInstances[key] = Array(others.suffix(Self.maximumInstances - 1)) + [message]
            return message
        }
        // As on the bus, the catalogs of lost instances go with it.
        let present = others.filter { presence.members[$0.header.source].map { !$0.status.state.isGone } ?? false }
        catalogInstances[key] = present.isEmpty ? nil : present
        guard let newest = present.last else { return message }
        var header = message.header
        header.content = newest.header.content
        return RawMessage(header: header, body: newest.body)
    }

    /// Hands over again all that waits, and the catalogs that no stream has, since there may be streams by now.
    mutating func storeCatalogs(now: Int64) -> [LinkAction] {
        stores.reconnected(now: now)
        return sortedCatalogs.flatMap { catalog -> [LinkAction] in
            guard let id = Self.id(of: catalog), !stores.contains(id), !keptCatalogs.contains(id) else { return [] }
            return store(catalog: catalog, id, now: now)
        }
    }

    /// Hands over the catalogs that have found no room until now.
    mutating func storeCatalogsWithoutRoom(now: Int64) -> [LinkAction] {
        guard isConnected, !catalogsWithoutRoom.isEmpty else { return [] }
        return sortedCatalogs.flatMap { catalog -> [LinkAction] in
            guard let id = Self.id(of: catalog), catalogsWithoutRoom.contains(id) else { return [] }
            return store(catalog: catalog, id, now: now)
        }
    }

    private mutating func store(catalog: LineMessage, _ id: MessageID, now: Int64) -> [LinkAction] {
        guard stores.contains(id) || stores.hasRoom(forCatalog: catalog) else {
            catalogsWithoutRoom.insert(id)
            return []
        }
        catalogsWithoutRoom.remove(id)
        return store(catalog, id, life: Self.catalogLife, now: now)
    }

    private var sortedCatalogs: [LineMessage] { catalogs.values.sorted { $0.subject < $1.subject } }

    private static func id(of catalog: LineMessage) -> MessageID? {
        catalog.fields[.messageID].flatMap { MessageID($0) }
    }
}
