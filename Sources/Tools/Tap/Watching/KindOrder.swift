import SaybusMessages

/// The display order of kinds and roles: the order in which a turn passes them.
enum KindOrder {
    private static let kinds = Dictionary(
        MessageCatalog.all.enumerated().map { ($1.kind, $0) }, uniquingKeysWith: { first, _ in first })
    private static let roles: [Role] = [.broker, .listen, .transcribe, .intent, .dispatch, .audio]

    /// Returns a kind's position; kinds that are not in the message catalog come last.
    static func rank(_ kind: Kind) -> Int { kinds[kind] ?? kinds.count }

    /// Returns a role's position; other roles come last.
    static func rank(role: Role) -> Int { roles.firstIndex(of: role) ?? roles.count }

    /// Kinds about the stages themselves rather than about turns.
    static let bookkeeping: Set<Kind> = [StageStatus.kind, Receipt.kind, Barrier.kind]
}
