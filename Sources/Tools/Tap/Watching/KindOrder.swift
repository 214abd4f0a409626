import SaybusMessages

/// The order of kinds and roles that people expect: that of a turn.
enum KindOrder {
    private static let kinds = Dictionary(
        MessageCatalog.all.enumerated().map { ($1.kind, $0) }, uniquingKeysWith: { first, _ in first })
    private static let roles = ["broker", "listen", "transcribe", "intent", "dispatch", "audio"]

    /// A kind's place; those that the catalog does not have come last.
    static func rank(_ kind: Kind) -> Int { kinds[kind] ?? kinds.count }

    /// A role's place; others come last.
    static func rank(role: String) -> Int { roles.firstIndex(of: role) ?? roles.count }

    /// Kinds with which stages speak of themselves rather than of turns.
    static let bookkeeping: Set<Kind> = [StageStatus.kind, Receipt.kind, Barrier.kind]
}
