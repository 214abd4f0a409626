import SaybusMessages
import SaybusStage

/// One catalog for all sessions of an app, merged from the catalogs of its sessions. Pure.
///
/// Recognizers keep one catalog of each app, and recognize its commands in all sessions. The catalog's scopes list the
/// sessions in which a command is valid.
struct MergedCatalog: Sendable {
    /// Maximum number of values of a slot type, to which sessions may add values of their own.
    static let maximumValues = 10_000

    private var base: Catalog
    private let only: Session?
    private var revisions: [Session: String] = [:]
    private var shares: [String: (catalog: Catalog, sessions: Set<Session>)] = [:]
    private var scopes: [Catalog.Scope] = []
    /// The merged catalog without its scopes, which change more often.
    private var union: Catalog

    /// Creates a catalog for sessions without catalogs of their own.
    /// - Parameters:
    ///   - base: The catalog of an idle session.
    ///   - only: The only session of the app; nil for all sessions.
    init(_ base: Catalog, only: Session? = nil) {
        (self.base, self.only) =
            (only == nil ? base : Catalog(app: base.app, language: base.language, commands: []), only)
        union = self.base
    }

    /// Replaces the catalog of the sessions without a catalog of their own.
    /// - Returns: Whether the merged catalog changed.
    mutating func setBase(_ catalog: Catalog) -> Bool {
        let before = self.catalog
        base = catalog
        scopes = makeScopes()
        union = makeUnion()
        return self.catalog != before
    }

    /// Sets the catalog of a session; nil for the base.
    /// - Returns: Whether the merged catalog changed.
    mutating func set(_ catalog: Catalog?, for session: Session) -> Bool {
        let catalog = catalog?.revision == base.revision ? nil : catalog
        guard catalog?.revision != revisions[session] else { return false }
        let before = (keys: Set(shares.keys), scopes: scopes)
        if let old = revisions.removeValue(forKey: session) {
            shares[old]?.sessions.remove(session)
            if shares[old]?.sessions.isEmpty == true { shares[old] = nil }
        }
        if let catalog {
            revisions[session] = catalog.revision
            shares[catalog.revision, default: (catalog, [])].sessions.insert(session)
        }
        scopes = makeScopes()
        guard before.keys == Set(shares.keys) else {
            union = makeUnion()
            return true
        }
        return before.scopes != scopes
    }

    /// Returns the scopes of the commands that are not valid in all sessions. An app with an empty base has one for
    /// answers only: its commands may come after its start, and then open the conversations of other sessions, too.
    private func makeScopes() -> [Catalog.Scope] {
        guard only == nil else { return base.scopes ?? [] }
        let everywhere = Set(base.commands.map(\.type))
        var holders: [String: Set<String>] = [:]
        for (revision, share) in shares {
            for command in share.catalog.commands where !everywhere.contains(command.type) {
                guard !everywhere.isEmpty || command.type == SpeechIntent.Hypothesis.answerType else { continue }
                holders[command.type, default: []].insert(revision)
            }
        }
        // Commands with the same sessions share a scope.
        let scopes = Dictionary(grouping: holders.keys, by: { holders[$0] ?? [] }).map { revisions, commands in
            let sessions = revisions.reduce(into: Set<Session>()) { $0.formUnion(shares[$1]?.sessions ?? []) }
            return Catalog.Scope(
                commands: commands.sorted(), sessions: sessions.sortedByName())
        }
        return (base.scopes ?? []) + scopes.sorted { $0.commands.lexicographicallyPrecedes($1.commands) }
    }

    /// The merged catalog.
    var catalog: Catalog {
        var catalog = union
        catalog.scopes = scopes.isEmpty ? nil : scopes
        catalog.awaited = base.awaited
        return catalog.scoped(to: only)
    }

    private func makeUnion() -> Catalog {
        guard let first = shares.first?.value.catalog else { return base }
        if shares.count == 1, base.commands.isEmpty { return first }
        // Sorted by revision, so that the same sessions always give the same catalog.
        let all = shares.sorted { $0.key < $1.key }.map(\.value.catalog) + [base]
        var commands: [Catalog.Command] = []
        var types: [Catalog.SlotType] = []
        var rules: [String: String] = [:]
        var skipWords: [String] = []
        for catalog in all {
            for command in catalog.commands { commands.merge(command) }
            for type in catalog.slotTypes ?? [] { types.merge(type, maximumValues: Self.maximumValues) }
            rules.merge(catalog.rules ?? [:]) { first, _ in first }
            skipWords += (catalog.skipWords ?? []).filter { !skipWords.contains($0) }
        }
        return Catalog(
            app: base.app, language: base.language, commands: commands, slotTypes: types.isEmpty ? nil : types,
            rules: rules.isEmpty ? nil : rules, skipWords: skipWords.isEmpty ? nil : skipWords)
    }
}
