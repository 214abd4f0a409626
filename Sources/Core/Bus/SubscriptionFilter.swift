import SaybusMessages

/// What somebody wants to hear: a kind of message in certain sessions.
public struct SubscriptionFilter: Sendable, Hashable {
    /// The kind.
    public let kind: Kind
    /// The sessions.
    public let coverage: SessionScope

    /// Messages of a type in these sessions.
    public init(_ type: any BusMessage.Type, in coverage: SessionScope = .all) {
        (kind, self.coverage) = (type.kind, coverage)
    }

    /// Whether a topic is among it.
    func includes(_ topic: Topic) -> Bool { kind == topic.kind && coverage.contains(topic.session) }

    /// What the subscriber socket must ask the broker for.
    var prefixes: [[UInt8]] { coverage.prefixes(of: kind) }
}
