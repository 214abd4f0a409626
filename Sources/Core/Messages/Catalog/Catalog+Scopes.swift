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

    /// The catalog without its scopes, as if every command could be said in every session and nothing waited.
    public var unscoped: Catalog {
        guard scopes != nil || awaited != nil else { return self }
        var catalog = self
        (catalog.scopes, catalog.awaited) = (nil, nil)
        return catalog
    }

    /// The catalog as if nothing waited for a command.
    public var withoutAwaited: Catalog {
        var catalog = self
        catalog.awaited = nil
        return catalog
    }

    /// The precedence of a command that something waits for.
    package static let awaitedPrecedence = 2

    /// Returns the precedence of a command in a session over equally sure commands of other apps: 2 for one that
    /// something waits for, 1 for one that can be said in some sessions only, else 0.
    public func precedence(of type: String, in session: Session) -> Int {
        func isNamed(_ scopes: [Scope]?) -> Bool {
            scopes?.contains { $0.commands.contains(type) && $0.sessions.contains(session) } ?? false
        }
        return isNamed(awaited) ? Self.awaitedPrecedence : isNamed(scopes) ? 1 : 0
    }
}
