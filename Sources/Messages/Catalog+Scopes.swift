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

    /// The same without its scopes: what can be said in any conversation.
    public var unscoped: Catalog {
        guard scopes != nil else { return self }
        var catalog = self
        catalog.scopes = nil
        return catalog
    }
}
