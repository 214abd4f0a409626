import SaybusMessages
import SaybusSupport

/// The catalogs of other sites, as the recognizers here see them. Pure; bounded.
///
/// Sites with the same app share one catalog here, which is valid in the sessions of all of them: a thousand equal
/// kitchens cost the recognizers as much as one. The shared app has a name of its own, such as
/// `8bba1f76ab33491e..lights`. A change is published with others of the same moment, or before the first words of a
/// session that need it.
struct SharedCatalogs: Sendable {
    /// Sites with the same app.
    private struct Group: Sendable {
        let name: String
        let catalog: Catalog
        let header: Header
        var sites: Set<SiteName> = []
        /// The awaited commands, by the subject of their announcement. They are no part of what is shared: a timer that
        /// rings in one kitchen must not make the recognizers learn its app anew.
        var awaited: [LinkSubject: [Catalog.Scope]] = [:]
    }

    /// The result of the first words of a turn.
    enum Readiness: Sendable {
        /// The turn can be taken when these catalogs have been published.
        case ready([RawMessage])
        /// The site has many new sessions: the turn is to come again in a moment.
        case soon
        /// The site has too many sessions at once.
        case tooManySessions
    }

    /// The most different catalogs.
    static let maximumGroups = 900
    /// The most sites that share a catalog, whose sessions must have room in one message.
    static let maximumSites = 4096
    /// The most catalogs of one site, which are as many as a recognizer takes of one publisher.
    static let maximumPerSite = 64
    /// The most catalogs of all sites.
    static let maximumEntries = 65_536
    /// The most sessions of all sites beyond the usual ones, which must have room in one message.
    static let maximumSessions = 8192
    /// The sessions for which a site's catalogs are valid before it has spoken. Most sites have no other one, so that
    /// their first turn changes no catalog.
    static let usual: Set<Session> = [.default]

    private var groups: [String: Group] = [:]
    /// The groups of each body.
    private var byBody: [[UInt8]: [String]] = [:]
    /// The group of each subject, and the message that was received last.
    private var entries: [LinkSubject: (group: String, message: MessageID)] = [:]
    /// The sessions beyond the usual ones.
    private var sessions: [SiteName: KnownSessions] = [:]
    private var sessionCount = 0
    /// The groups of each site.
    private var bySite: [SiteName: Set<String>] = [:]
    /// The number of catalogs of each site.
    private var counts: [SiteName: Int] = [:]
    private var refused = RefusedCatalogs()
    private var changed: Set<String> = []
    private var made = 0

    init() {}

    /// The number of different catalogs.
    var count: Int { groups.count }

    /// Returns the number of a site's catalogs.
    func count(of site: SiteName) -> Int { counts[site] ?? 0 }

    /// Returns the subjects of a site's catalogs.
    func subjects(of site: SiteName) -> [LinkSubject] { entries.keys.filter { $0.site == site } }

    /// Returns whether the recognizers know a catalog's newest state.
    func contains(_ subject: LinkSubject, _ message: MessageID) -> Bool { entries[subject]?.message == message }

    /// Records a catalog of a site; one without commands withdraws the app.
    /// - Returns: The reason why there is no room; nil when there is.
    mutating func update(_ subject: LinkSubject, _ message: RawMessage, _ catalog: Catalog) -> String? {
        let site = subject.site
        let former = entries.removeValue(forKey: subject)?.group
        if let former {
            groups[former]?.awaited[subject] = nil
            leave(former, site)
            counts[site] = counts[site].flatMap { $0 > 1 ? $0 - 1 : nil }
        }
        refused.remove(subject)
        guard !catalog.commands.isEmpty else { return nil }
        guard counts[site, default: 0] < Self.maximumPerSite else {
            return refuse(subject, "\(site) has \(Self.maximumPerSite) catalogs already")
        }
        let common = catalog.withoutAwaited
        var shared = message
        if catalog.awaited != nil, let bytes = try? common.wire(header: &shared.header) { shared.body = bytes }
        guard entries.count < Self.maximumEntries, let name = group(shared, common) else {
            return refuse(subject, "the sites have \(count) different catalogs already")
        }
        entries[subject] = (name, message.header.id)
        counts[site, default: 0] += 1
        groups[name]?.sites.insert(site)
        groups[name]?.awaited[subject] = catalog.awaited
        bySite[site, default: []].insert(name)
        changed.insert(name)
        return nil
    }

    /// Returns a sentence about a site's catalogs that are refused; nil when none is.
    func problem(of site: SiteName) -> String? { refused.problem(of: site) }

    private mutating func refuse(_ subject: LinkSubject, _ reason: String) -> String {
        refused.add(subject, reason)
        return reason
    }

    /// Records words of a session of a site.
    mutating func speaks(_ session: Session, of site: SiteName, now: Int64) -> Readiness {
        let names = bySite[site] ?? []
        guard !Self.usual.contains(session) else { return .ready(take(changed.intersection(names))) }
        if sessionCount >= Self.maximumSessions { forgetIdleSessions(now: now) }
        var known = sessions[site] ?? KnownSessions()
        guard known.contains(session) || sessionCount < Self.maximumSessions else { return .tooManySessions }
        let before = known.count
        let entry = known.enter(session, catalogs: names.count, now: now)
        sessions[site] = known
        sessionCount += known.count - before
        switch entry {
        case .known: break
        case .added: changed.formUnion(names)
        case .soon: return .soon
        case .tooMany: return .tooManySessions
        }
        return .ready(take(changed.intersection(names)))
    }

    private mutating func forgetIdleSessions(now: Int64) {
        for site in sessions.keys { sessions[site]?.forget(idleFor: KnownSessions.idleTime, now: now) }
        sessions = sessions.filter { $0.value.count > 0 }
        sessionCount = sessions.values.reduce(0) { $0 + $1.count }
    }

    /// Returns the catalogs that have changed.
    mutating func takeChanged() -> [RawMessage] { changed.isEmpty ? [] : take(changed) }

    /// Makes all catalogs count as changed, for a broker that has forgotten them.
    mutating func publishAll() { changed.formUnion(groups.keys) }

    /// Returns an intent for a site, whose apps have their own names again. Hypotheses of other sites' apps are left
    /// out.
    func intent(_ intent: SpeechIntent, for site: SiteName) -> SpeechIntent {
        var new = intent
        new.hypotheses = intent.hypotheses.compactMap { hypothesis in
            guard let group = groups[hypothesis.app], group.sites.contains(site) else { return nil }
            var own = hypothesis
            own.app = group.catalog.app
            return own
        }
        return new
    }

    /// Returns the group of a catalog, an existing one if there is room.
    private mutating func group(_ message: RawMessage, _ catalog: Catalog) -> String? {
        let same = byBody[message.body] ?? []
        if let name = same.first(where: { groups[$0].map { $0.sites.count < Self.maximumSites } ?? false }) {
            return name
        }
        guard groups.count < Self.maximumGroups else { return nil }
        made += 1
        let name =
            "\(Self.hash(message.body))\(made > 1 && !same.isEmpty ? "-\(made)" : "")"
            + SiteName.separator + catalog.app
        guard groups[name] == nil else { return nil }
        groups[name] = Group(name: name, catalog: catalog, header: message.header)
        byBody[message.body, default: []].append(name)
        return name
    }

    private mutating func leave(_ name: String, _ site: SiteName) {
        groups[name]?.sites.remove(site)
        bySite[site]?.remove(name)
        if bySite[site]?.isEmpty == true { bySite[site] = nil }
        changed.insert(name)
    }

    private mutating func take(_ names: Set<String>) -> [RawMessage] {
        changed.subtract(names)
        return names.sorted().compactMap { name in
            guard let group = groups[name] else { return nil }
            if group.sites.isEmpty {
                groups[name] = nil
                for (body, names) in byBody where names.contains(name) {
                    byBody[body] = names.count == 1 ? nil : names.filter { $0 != name }
                }
            }
            return message(of: group)
        }
    }

    /// Returns the message by which the recognizers learn a catalog; one without commands when no site has it any more.
    private func message(of group: Group) -> RawMessage? {
        let app = SubjectToken.escaped(group.catalog.app).replacing("=", with: "-")
        let id = group.name.prefix { $0 != "." }
        guard
            let source = Source(
                role: LinkStage.role, instance: String("\(id)\(SiteName.separator)app.\(app)".prefix(64)))
        else { return nil }
        var header = group.header
        (header.id, header.session, header.source, header.causes) = (MessageID(), .default, source, [])
        (header.turn, header.deadline, header.retain) = (nil, nil, true)
        let body = group.sites.isEmpty ? Catalog(app: group.name, commands: []) : shared(group)
        guard let bytes = try? body.wire(header: &header) else { return nil }
        return RawMessage(header: header, body: bytes)
    }

    private func shared(_ group: Group) -> Catalog {
        var catalog = group.catalog
        catalog.app = group.name
        let sites = group.sites.sorted { $0.rawValue < $1.rawValue }
        let scopes = catalog.scopes ?? []
        let scoped = Set(scopes.flatMap(\.commands))
        let others = catalog.commands.map(\.type).filter { !scoped.contains($0) }
        catalog.scopes = scopes.map { scope in
            Catalog.Scope(
                commands: scope.commands,
                sessions: sites.flatMap { site in scope.sessions.compactMap { site.qualified($0) } })
        }
        let awaited = group.awaited.sorted { $0.key.site.rawValue < $1.key.site.rawValue }.flatMap { subject, scopes in
            scopes.map { scope in
                Catalog.Scope(
                    commands: scope.commands, sessions: scope.sessions.compactMap { subject.site.qualified($0) })
            }
        }
        catalog.awaited = awaited.isEmpty ? nil : awaited
        guard !others.isEmpty else { return catalog }
        let known = sites.flatMap { site in
            Self.usual.union(sessions[site]?.all ?? []).compactMap { site.qualified($0) }
                .sorted { $0.rawValue < $1.rawValue }
        }
        catalog.scopes?.append(Catalog.Scope(commands: others, sessions: known))
        return catalog
    }

    /// Returns the FNV-1a 64 hash of a body in hexadecimal digits. Bodies that differ are never shared, whatever their
    /// hash.
    private static func hash(_ body: [UInt8]) -> String {
        String(FNV1a(body).value, radix: 16)
    }
}
