import SaybusMessages

extension Catalog {
    /// Returns the catalogs of an app's instances as one, with the scopes of all; nil without any.
    /// - Parameter catalogs: The catalogs, in the order in which they were published.
    static func merged(ofInstances catalogs: [Catalog]) -> Catalog? {
        guard var newest = catalogs.first else { return nil }
        // A catalog without an open scope does not replace another replica's catalog that has one, because it
        // contains less.
        for catalog in catalogs where catalog.isOpen || !newest.isOpen { newest = catalog }
        if catalogs.count > 1 {
            newest.scopes = mergedScopes(of: catalogs)
            let awaited = catalogs.flatMap { $0.awaited ?? [] }
            newest.awaited = awaited.isEmpty ? nil : awaited
        }
        return newest
    }

    /// Returns the scopes of an app's commands, merged from all its instances, because each instance knows
    /// only its own conversations.
    private static func mergedScopes(of catalogs: [Catalog]) -> [Scope]? {
        let scopes = catalogs.flatMap { $0.scopes ?? [] }
        guard !scopes.isEmpty else { return nil }
        // A command that an instance lists without a scope is valid in all sessions.
        let everywhere = catalogs.reduce(into: Set<String>()) { types, catalog in
            types.formUnion(
                Set(catalog.commands.map(\.type)).subtracting((catalog.scopes ?? []).flatMap(\.commands)))
        }
        let held = scopes.compactMap { scope -> Scope? in
            let commands = scope.commands.filter { !everywhere.contains($0) }
            return commands.isEmpty ? nil : Scope(commands: commands, sessions: scope.sessions)
        }
        return held.isEmpty ? nil : held
    }

    /// Whether a command with a scope is valid in at least one session now.
    private var isOpen: Bool { scopes?.contains { !$0.sessions.isEmpty } ?? false }
}
