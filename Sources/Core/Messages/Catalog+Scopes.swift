extension Catalog {
    /// The commands that cannot be said in a conversation, by their types.
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

    /// The same, of which nothing can be said but in this conversation; as it is when that is nil.
    public func scoped(to session: Session?) -> Catalog {
        guard let session else { return self }
        let scoped = Set((scopes ?? []).flatMap(\.commands))
        let others = commands.map(\.type).filter { !scoped.contains($0) }
        guard !others.isEmpty else { return self }
        var catalog = self
        catalog.scopes = (scopes ?? []) + [Scope(commands: others, sessions: [session])]
        return catalog
    }

    /// The same without its scopes: what can be said in any conversation.
    public var unscoped: Catalog {
        guard scopes != nil else { return self }
        var catalog = self
        catalog.scopes = nil
        return catalog
    }
}
