import SaybusMessages
import SaybusSupport

/// The newest catalog of each app, with the scopes of all its instances, for recognizers. Pure; bounded.
///
/// Several instances may publish the catalog of one app: replicas, an instance on standby, an instance that
/// was killed and its replacement. The newest catalog of a present instance counts. Instances that serve different
/// conversations may have commands of their own: the newest of each conversation counts, and so do replicas that have
/// the same commands for all conversations. When all instances of an app have disappeared without withdrawing their
/// catalog, the app's commands are still recognized, so that the user hears that the app cannot answer. That of an
/// instance that withdraws its catalog as it stops is kept for five seconds, so that a successor carries out what is
/// said meanwhile. For a stage of one session, an app's instances of that session come before those of no session in
/// particular, and these before those of other sessions.
///
/// Each publisher has limits (``CatalogLimits``). A catalog above one is refused, ``problem`` names it, and the
/// instance's previous catalog remains. Changes that come too fast wait; only the newest change of each instance
/// waits. When all catalogs together are too many, the oldest one of an instance without a status is dropped.
public struct CatalogRegistry: Sendable {
    /// The time for which the catalog of an instance that stops is kept for a successor. An app that is removed is
    /// recognized no longer than that.
    static let succession = Duration.seconds(5)

    /// The most bytes of catalogs that wait.
    static let maximumWaitingBytes = 4 << 20

    /// The catalog of each app, sorted by the app's name, so that the order in which apps arrive does not
    /// matter.
    public var all: [Catalog] { merged.values.sorted { $0.app < $1.app } }

    /// The catalog of each app, by its name. A message updates that of its own app only: in a flood of catalogs, the
    /// time for each one does not grow with the number of apps.
    private var merged: [String: Catalog]
    /// The catalogs of all instances, in the order in which they arrived.
    private var entries: [RegisteredCatalog] = []
    /// Catalogs whose publishers change them too fast, in the order in which they arrived.
    private var waiting: [RegisteredCatalog] = []
    private var gone: Set<Source> = []
    /// The instances that have withdrawn their catalogs as they stopped, with the times until which those are kept.
    private var withdrawn: [Source: ContinuousClock.Instant] = [:]
    private var refusals = CatalogRefusals()
    /// The changes that each publisher may still make. One that is forgotten may make all of them.
    private var changes = GenerationalCache<String, RateLimit>(capacity: 1024)
    private let limits: CatalogLimits
    private let own: [String: Catalog]
    private let session: Session?

    /// Creates a registry.
    /// - Parameters:
    ///   - limits: The limits of published catalogs.
    ///   - own: Catalogs that no app publishes, such as those of model files. A published catalog replaces
    ///     the one of the same app name.
    ///   - session: The only session of the stage; nil for all sessions.
    public init(limits: CatalogLimits = CatalogLimits(), own: [Catalog] = [], session: Session? = nil) {
        (self.limits, self.session) = (limits, session)
        self.own = Dictionary(own.map { ($0.app, $0) }, uniquingKeysWith: { first, _ in first })
        merged = self.own
    }

    /// A sentence about the catalogs that are refused; nil when none is.
    public var problem: String? { refusals.sentence }

    /// The `catalogRevision` of intents, transcripts and the status that are made with these catalogs: their revisions,
    /// sorted and joined by `+`; nil without catalogs.
    public var revision: String? { Catalog.mergedRevision(of: merged.values) }

    /// Updates the registry with an app's catalog; an empty one withdraws the app. The catalog of an instance that
    /// stops is kept for five seconds.
    /// - Parameters:
    ///   - message: The message of the catalog.
    ///   - now: The current time.
    /// - Returns: Whether anything changed.
    public mutating func update(_ message: Message<Catalog>, at now: ContinuousClock.Instant = .now) -> Bool {
        var isChanged = advance(to: now)
        let source = message.header.source
        waiting.removeAll { $0.source == source }
        guard !message.body.commands.isEmpty else {
            return withdraw(source, app: message.body.app, at: now) || isChanged
        }
        let known = entries.first { $0.source == source }
        // A repeated catalog changes nothing, and does not become the newest.
        if let known, known.catalog == message.body, isPresent(known) { return isChanged }
        let entry = RegisteredCatalog(
            source: source, publisher: message.stamp?.user ?? "\(source)", session: message.header.session,
            catalog: message.body, size: CatalogSize(message.body))
        if takeChange(of: entry.publisher, at: now) {
            isChanged = insert(entry) || isChanged
        } else if waiting.reduce(entry.size.bytes, { $0 + $1.size.bytes }) <= Self.maximumWaitingBytes {
            waiting.append(entry)
        } else {
            refuse(entry, "\(entry.publisher) publishes more than \(Int(limits.changesPerSecond)) catalogs a second")
        }
        return isChanged
    }

    /// Updates the registry with the status of an app's instance. An instance that is gone may return.
    /// - Parameters:
    ///   - status: The status.
    ///   - now: The current time.
    /// - Returns: Whether anything changed.
    public mutating func update(_ status: StageStatus, at now: ContinuousClock.Instant = .now) -> Bool {
        let isChanged = advance(to: now)
        guard let source = Source(role: status.role, instance: status.instance) else { return isChanged }
        if status.state.isGone {
            refusals.remove(source)
            waiting.removeAll { $0.source == source }
        }
        guard let index = entries.firstIndex(where: { $0.source == source }) else { return isChanged }
        entries[index].isAlive = true
        entries[index].isLeaving = status.state == .draining || status.state.isGone
        guard status.state.isGone != gone.contains(source) else { return isChanged }
        if status.state.isGone { gone.insert(source) } else { gone.remove(source) }
        return merge([entries[index].catalog.app]) || isChanged
    }

    /// Takes catalogs that have waited because their publisher changed them too fast, and drops those that were kept
    /// for a successor long enough.
    /// - Returns: Whether anything changed.
    mutating func advance(to now: ContinuousClock.Instant) -> Bool {
        let hasDropped = dropWithdrawn(at: now)
        return takeWaiting(at: now) || hasDropped
    }

    private mutating func dropWithdrawn(at now: ContinuousClock.Instant) -> Bool {
        guard withdrawn.values.contains(where: { $0 <= now }) else { return false }
        let ends = withdrawn
        func isOver(_ entry: RegisteredCatalog) -> Bool { ends[entry.source].map { $0 <= now } ?? false }
        let apps = Set(entries.filter(isOver).map(\.catalog.app))
        entries.removeAll(where: isOver)
        forgetAbsent()
        return merge(apps)
    }

    /// Forgets what is known of instances without a catalog.
    private mutating func forgetAbsent() {
        let sources = Set(entries.map(\.source))
        gone.formIntersection(sources)
        withdrawn = withdrawn.filter { sources.contains($0.key) }
    }

    /// Returns whether an instance is there, and has not withdrawn its catalog.
    private func isPresent(_ entry: RegisteredCatalog) -> Bool {
        !gone.contains(entry.source) && withdrawn[entry.source] == nil
    }

    /// Takes one of the changes that a publisher may still make.
    /// - Returns: False when it may make none.
    private mutating func takeChange(of publisher: String, at now: ContinuousClock.Instant) -> Bool {
        let unused = RateLimit(perSecond: limits.changesPerSecond, atMost: Double(limits.changes))
        return changes.update(publisher) { known in
            var limit = known ?? unused
            defer { known = limit }
            return limit.take(at: now)
        }
    }

    private mutating func takeWaiting(at now: ContinuousClock.Instant) -> Bool {
        guard !waiting.isEmpty else { return false }
        var isChanged = false
        var stillWaiting: [RegisteredCatalog] = []
        for entry in waiting {
            if takeChange(of: entry.publisher, at: now) {
                isChanged = insert(entry) || isChanged
            } else {
                stillWaiting.append(entry)
            }
        }
        waiting = stillWaiting
        return isChanged
    }

    private mutating func withdraw(_ source: Source, app: String, at now: ContinuousClock.Instant) -> Bool {
        refusals.remove(source)
        // An instance that withdraws its catalog also withdraws those of the lost instances that it replaced.
        func isWithdrawn(_ entry: RegisteredCatalog) -> Bool {
            entry.source == source || entry.catalog.app == app && gone.contains(entry.source)
        }
        let apps = Set(entries.filter(isWithdrawn).map(\.catalog.app))
        let kept = entries.first { $0.source == source && $0.isLeaving }
        entries.removeAll(where: isWithdrawn)
        if let kept {
            // Not longer when it is withdrawn once more.
            withdrawn[source] = withdrawn[source] ?? now + Self.succession
            entries.append(kept)
        }
        forgetAbsent()
        return merge(apps)
    }

    /// Keeps a catalog, unless it is above a limit.
    /// - Returns: Whether anything changed.
    private mutating func insert(_ entry: RegisteredCatalog) -> Bool {
        var entry = entry
        let known = entries.first { $0.source == entry.source }
        (entry.isAlive, entry.isLeaving) = (known?.isAlive ?? false, known?.isLeaving ?? false)
        let apps: Set<String> = [entry.catalog.app, known?.catalog.app ?? entry.catalog.app]
        let room = room(for: entry)
        if let excess = room.excess {
            refuse(entry, excess)
            return false
        }
        if let displaced = room.displaced { refuse(displaced, "there are \(limits.totalCatalogs) newer catalogs") }
        entries = room.others + [entry]
        gone.remove(entry.source)
        withdrawn[entry.source] = nil
        forgetAbsent()
        refusals.remove(entry.source)
        return merge(apps.union(room.apps))
    }

    /// Returns the room that can be made for a catalog.
    private func room(for entry: RegisteredCatalog) -> CatalogRoom {
        // A successor takes the place of the instance that has stopped.
        let others = entries.filter { other in
            other.source != entry.source
                && (withdrawn[other.source] == nil || other.catalog.app != entry.catalog.app)
        }
        return CatalogRoom(for: entry, beside: others, limits) { isPresent($0) }
    }

    private mutating func refuse(_ entry: RegisteredCatalog, _ reason: String) {
        refusals.add(entry.source, "the catalog of \(entry.catalog.app) from \(entry.source) is refused: \(reason)")
    }

    /// Merges the catalogs of some apps' instances again.
    /// - Returns: Whether anything changed.
    private mutating func merge(_ apps: Set<String>) -> Bool {
        var isChanged = false
        for app in apps {
            let catalog = mergedCatalog(of: app)
            guard catalog != merged[app] else { continue }
            merged[app] = catalog
            isChanged = true
        }
        return isChanged
    }

    private func mergedCatalog(of app: String) -> Catalog? {
        let instances = entries.filter { $0.catalog.app == app }
        let live = serving(instances.filter(isPresent)).map(\.catalog)
        // Nothing rings any more in an app that has gone.
        return Catalog.merged(ofInstances: live) ?? instances.last?.catalog.withoutAwaited ?? own[app]
    }

    /// Returns those of an app's instances that carry out its commands in the stage's only session: each room may have
    /// commands of its own under the same name.
    private func serving(_ instances: [RegisteredCatalog]) -> [RegisteredCatalog] {
        guard let session else { return instances }
        for wanted in [session, .default] {
            let own = instances.filter { $0.session == wanted }
            if !own.isEmpty { return own }
        }
        return instances
    }
}
