extension Catalog {
    /// Returns the types of the commands that cannot be said in a session.
    public func absent(in session: Session) -> Set<String> {
        var absent: Set<String> = []
        var present: Set<String> = []
        for scope in scopes ?? [] {
            if scope.sessions.contains(session) {
                present.formUnion(scope.commands)
            } else {
                absent.formUnion(scope.commands)
            }
        }
        return absent.subtracting(present)
    }

    /// Returns the catalog with all unscoped commands limited to one session; unchanged when `session` is
    /// nil.
    public func scoped(to session: Session?) -> Catalog {
        guard let session else { return self }
        let scoped = Set((scopes ?? []).flatMap(\.commands))
        let others = commands.map(\.type).filter { !scoped.contains($0) }
        guard !others.isEmpty else { return self }
        var catalog = self
        catalog.scopes = (scopes ?? []) + [Scope(commands: others, sessions: [session])]
        return catalog
    }

    /// The catalog without its scopes, as if every command could be said in every session.
    public var unscoped: Catalog {
        guard scopes != nil else { return self }
        var catalog = self
        catalog.scopes = nil
        return catalog
    }
}
