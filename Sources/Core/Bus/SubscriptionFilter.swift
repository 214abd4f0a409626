import SaybusMessages

/// A filter of messages: one kind, in certain sessions.
public struct SubscriptionFilter: Sendable, Hashable {
    /// The kind of the messages.
    public let kind: Kind
    /// The sessions whose messages match; for catalogs and statuses, all of them.
    public let scope: SessionScope

    /// The kinds that belong to the whole bus, whatever session their publishers name.
    private static let sessionless: Set<Kind> = [Catalog.kind, StageStatus.kind]

    /// Creates a filter of the messages of a type in certain sessions. Catalogs and statuses belong to no session: the
    /// filter includes those of all sessions.
    public init(_ type: any BusMessage.Type, in scope: SessionScope = .all) {
        (kind, self.scope) = (type.kind, Self.sessionless.contains(type.kind) ? .all : scope)
    }

    /// Returns whether the messages on a topic match.
    func includes(_ topic: Topic) -> Bool { kind == topic.kind && scope.contains(topic.session) }

    /// The prefixes that the subscriber socket must subscribe to.
    var prefixes: [[UInt8]] { scope.prefixes(of: kind) }
}
