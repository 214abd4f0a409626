import Messages

/// What somebody wants to hear: a kind of message in certain sessions.
public struct Interest: Sendable, Hashable {
    /// The kind.
    public let kind: Kind
    /// The sessions.
    public let coverage: Coverage

    /// Messages of a type in these sessions.
    public init(_ type: any BusMessage.Type, in coverage: Coverage = .all) {
        (kind, self.coverage) = (type.kind, coverage)
    }

    /// Whether a topic is among it.
    func includes(_ topic: Topic) -> Bool { kind == topic.kind && coverage.contains(topic.session) }

    /// What the subscriber socket must ask the broker for.
    var prefixes: [[UInt8]] { coverage.prefixes(of: kind) }
}
