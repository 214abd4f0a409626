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
            newest.addCommands(ofOtherConversations: catalogs)
            newest.scopes = mergedScopes(of: catalogs)
            let awaited = catalogs.flatMap { $0.awaited ?? [] }
            newest.awaited = awaited.isEmpty ? nil : awaited
        }
        return newest
    }

    /// The conversations that an instance serves.
    private enum Reach {
        /// All of them.
        case all
        /// Some only; none while all its commands are closed.
        case sessions(Set<Session>)
    }

    private var reach: Reach {
        let scoped = Set((scopes ?? []).flatMap(\.commands))
        guard commands.allSatisfy({ scoped.contains($0.type) }) else { return .all }
        return .sessions(Set((scopes ?? []).flatMap(\.sessions)))
    }

    /// The commands of all conversations, by their types.
    private var unscopedCommands: [String: Command] {
        let scoped = Set((scopes ?? []).flatMap(\.commands))
        let commands = commands.filter { !scoped.contains($0.type) }
        return Dictionary(commands.map { ($0.type, $0) }) { first, _ in first }
    }

    /// Adds the commands of instances that serve other conversations, in which the app may have commands of its own, or
    /// a question. Of several for one conversation, the newest counts. Of those for all conversations, so do replicas,
    /// which have the same commands for all.
    private mutating func addCommands(ofOtherConversations catalogs: [Catalog]) {
        var everywhere: [String: Command]?
        var served: Set<Session> = []
        switch reach {
        case .all: everywhere = unscopedCommands
        case .sessions(let sessions): served = sessions
        }
        var revisions: Set<String> = [revision]
        var meanings = CatalogMeanings(self)
        for other in catalogs.reversed() where revisions.contains(other.revision) || meanings.agree(with: other) {
            switch other.reach {
            case .all:
                if everywhere != nil, revisions.contains(other.revision) { continue }
                let commands = other.unscopedCommands
                guard everywhere == nil || everywhere == commands else { continue }
                everywhere = commands
            case .sessions(let sessions):
                guard !sessions.isEmpty, served.isDisjoint(with: sessions) else { continue }
                served.formUnion(sessions)
            }
            // A thousand rooms may have the same commands.
            guard revisions.insert(other.revision).inserted else { continue }
            meanings.add(other)
            for command in other.commands { commands.merge(command) }
            var types = slotTypes ?? []
            for type in other.slotTypes ?? [] { types.merge(type) }
            slotTypes = types.isEmpty ? nil : types
            if let own = other.rules { rules = (rules ?? [:]).merging(own) { first, _ in first } }
            let further = (other.skipWords ?? []).filter { skipWords?.contains($0) != true }
            if !further.isEmpty { skipWords = (skipWords ?? []) + further }
        }
        // Each instance finds its own revision in those of the recognizers.
        revision = revisions.sorted().joined(separator: "+")
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
