import SaybusBus
import SaybusMessages
import SaybusSupport

/// The catalogs of the site's own apps, which recognizers elsewhere need.
extension SiteRelay {
    /// The most catalogs that cross.
    static let maximumCatalogs = 256
    /// Microseconds for which a catalog waits for a stream; after that it is sent when the line is back, or when a site
    /// begins to serve this one.
    static let catalogLife: Int64 = 30_000_000
    /// Microseconds from the first connection in which the apps on the bus show their catalogs.
    static let settlingTime: Int64 = 60_000_000

    mutating func receiveCatalog(_ message: RawMessage, now: Int64) -> [LinkAction] {
        guard let catalog = (try? message.decode(Catalog.self))?.body, !SiteName.isForeign(catalog.app),
            settings.site.qualified(message.header.session) != nil
        else { return [] }
        let (header, app) = (message.header, catalog.app.shortened(to: 40).safeForTerminal)
        guard let subject = LinkSubject(.say, settings.site, header.kind, header.session, app: catalog.app) else {
            counters.refuse("the app \(app) does not cross: its name is too long", at: now)
            return []
        }
        guard catalogs[subject.description] != nil || catalogs.count < Self.maximumCatalogs else {
            lacksCatalogs = true
            counters.refuse("more than \(Self.maximumCatalogs) catalogs", at: now)
            return []
        }
        let own = renewed(message, catalog, subject)
        guard let crossing = record(own, catalog, subject) else {
            lacksCatalogs = true
            let most = CatalogInstances.maximumBytes >> 20
            counters.refuse(
                "the newest catalog of the app \(app) does not cross: the apps' catalogs have more than \(most) MiB",
                at: now)
            return []
        }
        guard let line = line(crossing, to: Self.anyone, app: catalog.app) else { return [] }
        // An older one that still waits would come behind it.
        let former = catalogs[line.subject].flatMap { Self.id(of: $0) }
        if let former, former != own.header.id {
            stores.remove(former)
            keptCatalogs.remove(former)
            catalogsWithoutRoom.remove(former)
        }
        catalogs[line.subject] = line
        if catalog.commands.isEmpty, crossing.body == own.body {
            withdrawnCatalogs.insert(line.subject)
        } else {
            withdrawnCatalogs.remove(line.subject)
        }
        return store(catalog: line, own.header.id, now: now)
    }

    /// Returns the number of catalogs with commands; nil as long as some may be missing.
    func catalogCount(now: Int64) -> Int? {
        // A link that asks nobody elsewhere for recognizers hears of no catalog.
        guard !settings.roles.isEmpty, !lacksCatalogs, let firstConnection,
            now - firstConnection >= Self.settlingTime
        else { return nil }
        return catalogs.count - withdrawnCatalogs.count
    }

    /// Withdraws the catalogs that are known elsewhere, but of no app that is here: these apps were removed while the
    /// link was away.
    /// - Parameter known: The subjects of the catalogs that a site which serves this one knows of it.
    mutating func listed(_ known: [LinkSubject], now: Int64) -> [LinkAction] {
        guard catalogCount(now: now) != nil, let source = Source(role: .link, instance: settings.instance) else {
            return []
        }
        return known.flatMap { subject -> [LinkAction] in
            guard subject.direction == .say, subject.site == settings.site, let app = subject.app,
                catalogs[subject.description] == nil, catalogs.count < Self.maximumCatalogs
            else { return [] }
            var header = Header(
                kind: Catalog.kind, session: subject.session, source: source, run: 0, sequence: 0, retain: true)
            guard let body = try? Catalog(app: app, commands: []).wire(header: &header),
                let line = self.line(RawMessage(header: header, body: body), to: Self.anyone, app: app)
            else { return [] }
            catalogs[line.subject] = line
            withdrawnCatalogs.insert(line.subject)
            return store(catalog: line, header.id, now: now)
        }
    }

    /// Returns a catalog under the id with which it crosses: a new one for a catalog that comes back after the link has
    /// withdrawn it. A stream may know its own id of an earlier run of the link, and takes a known id for a repetition.
    private mutating func renewed(_ message: RawMessage, _ catalog: Catalog, _ subject: LinkSubject) -> RawMessage {
        guard !catalog.commands.isEmpty else { return message }
        if withdrawnCatalogs.contains(subject.description) { renewedCatalogs[message.header.id] = MessageID() }
        guard let id = renewedCatalogs[message.header.id] else { return message }
        var renewed = message
        renewed.header.id = id
        return renewed
    }

    /// Records the catalog of an instance of an app.
    /// - Returns: The message that crosses; nil when there is no room. An instance that withdraws its catalog leaves
    ///   that of another one which is there: under the id of the withdrawal, since a stream takes a known id for a
    ///   repetition.
    private mutating func record(_ message: RawMessage, _ catalog: Catalog, _ subject: LinkSubject) -> RawMessage? {
        let members = presence.members
        func isPresent(_ source: Source) -> Bool { members[source].map { !$0.status.state.isGone } ?? false }
        guard catalog.commands.isEmpty else {
            return catalogInstances.update(subject, message, isPresent: isPresent) ? message : nil
        }
        let left = catalogInstances.withdraw(subject, of: message.header.source, isPresent: isPresent)
        guard let left else { return message }
        var header = message.header
        header.content = left.header.content
        return RawMessage(header: header, body: left.body)
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
